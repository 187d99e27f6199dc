/** Records, terms, investors: an open ledger, a pen, a stack of naira coins with a seedling. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function OpenLedger(props: SceneProps) {
  return (
    <Scene {...props} label="An open ledger with ruled lines, a pen, and a seedling in a small clay pot">
      <path fill="#27386b" d="M0 0h480v360H0z" />
      <path
        fill="none"
        stroke="#3c4e86"
        strokeWidth="2.5"
        d="M40 40l20-20 20 20-20 20zM120 40l20-20 20 20-20 20zM200 40l20-20 20 20-20 20zM280 40l20-20 20 20-20 20zM360 40l20-20 20 20-20 20zM0 80l20-20 20 20-20 20zM80 80l20-20 20 20-20 20zM400 80l20-20 20 20-20 20zM320 80l20-20 20 20-20 20zM240 80l20-20 20 20-20 20zM160 80l20-20 20 20-20 20z"
      />
      <path fill="#a4683a" d="M0 260h480v100H0z" />
      <path fill="#7d2c15" d="M34 132h316v172H34z" />
      <path fill="#f1eadb" d="M44 126c50-14 110-12 148 6v164c-38-18-98-20-148-6z" />
      <path fill="#fbf8f1" d="M340 126c-50-14-110-12-148 6v164c38-18 98-20 148-6z" />
      <path
        fill="none"
        stroke="#b9ad90"
        strokeWidth="3"
        d="M60 156c38-8 84-8 116 4M60 180c38-8 84-8 116 4M60 204c38-8 84-8 116 4M60 228c38-8 84-8 116 4M60 252c38-8 84-8 116 4M324 156c-38-8-84-8-116 4M324 180c-38-8-84-8-116 4M324 204c-38-8-84-8-116 4M324 228c-38-8-84-8-116 4"
      />
      <path fill="none" stroke="#a83f22" strokeWidth="3" d="M142 138v140M290 134v142" />
      <path
        fill="none"
        stroke="#27386b"
        strokeWidth="5"
        strokeLinecap="round"
        d="M70 164l40-4M70 188l52-4M70 212l30-3M222 162l50-7M222 186l40-6M222 210l52-7M152 166l14 2M152 190l14 2M300 157l14 1M300 181l14 1M300 205l14 1"
      />
      <path fill="#e0a526" d="M240 262l112-92 12 14-110 94z" />
      <path fill="#16241c" d="M240 262l14 16-24 10z" />
      <path fill="#a83f22" d="M378 236h78l-12 74h-54z" />
      <path fill="#7d2c15" d="M372 226h90v20h-90z" />
      <path fill="none" stroke="#8fc39b" strokeWidth="6" d="M417 226c-2-30 2-54 0-82" />
      <path
        fill="#8fc39b"
        d="M417 188c-30 2-46-12-46-38 28-2 44 12 46 38zm0-26c28 0 42-16 40-42-26 0-40 16-40 42z"
      />
    </Scene>
  )
}
