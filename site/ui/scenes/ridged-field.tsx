/** Agriculture: ridges at dawn, two granaries, a farmer with a hoe. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function RidgedField(props: SceneProps) {
  return (
    <Scene {...props} label="A farmer with a hoe on a ridged field at dawn, two granaries behind">
      <path fill="#f6ead0" d="M0 0h480v200H0z" />
      <circle cx="318" cy="128" r="92" fill="#f0cf86" />
      <circle cx="318" cy="128" r="60" fill="#e0a526" />
      <path fill="#8fa98b" d="M0 148c60-26 108-24 168-6s120 22 178 2 96-20 134-8v80H0z" />
      <path fill="#3f7a53" d="M0 186c120-22 340-22 480 0v174H0z" />
      <path
        fill="#1e5b3a"
        d="M228 176C150 210 60 280-20 380h62c56-92 120-164 194-204zM240 175c-40 50-84 124-116 205h60c12-78 34-152 62-205zM250 175c8 60 12 130 8 205h60c-10-80-34-150-62-205zM260 175c44 50 92 124 126 205h64c-46-88-108-160-182-205zM274 175c84 40 160 100 226 180v-44c-62-60-132-106-214-136z"
      />
      <path fill="#a83f22" d="M58 142h52v52H58zM128 156h38v36h-38z" />
      <path fill="#7d2c15" d="M48 146l36-46 36 46zM120 158l27-34 27 34z" />
      <path fill="#16241c" d="M77 164h14v30H77z" />
      <path fill="none" stroke="#7d2c15" strokeWidth="7" strokeLinecap="round" d="M352 158l66 96" />
      <path fill="#16241c" d="M408 246l26-4 6 18-22 4z" />
      <path fill="#27386b" d="M352 186c10-16 34-16 44 0l10 78h-62z" />
      <path fill="#e0a526" d="M349 226h51l2 12h-54z" />
      <path fill="#16241c" d="M354 262h16v54h-16zM382 262h16v54h-16z" />
      <path
        fill="none"
        stroke="#4a2a18"
        strokeWidth="12"
        strokeLinecap="round"
        d="M360 192l28 24M394 194l-2 30"
      />
      <circle cx="374" cy="158" r="18" fill="#4a2a18" />
      <path fill="#e0a526" d="M342 154c12-6 18-22 32-22s20 16 32 22z" />
    </Scene>
  )
}
