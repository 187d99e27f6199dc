/** Not found: open ground, a signpost that points nowhere, a goat that looks at you. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function UnploughedField(props: SceneProps) {
  return (
    <Scene {...props} label="A goat beside a signpost with no names, on open ground">
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <circle cx="376" cy="120" r="62" fill="#f0cf86" />
      <circle cx="376" cy="120" r="42" fill="#e0a526" />
      <path fill="#8fa98b" d="M0 200c90-34 180-24 260-10s150 8 220-16v60H0z" />
      <path fill="#d9b98a" d="M0 226h480v134H0z" />
      <path
        fill="#3f7a53"
        d="M34 330l8-26 6 22 8-18 2 22zM390 332l8-26 6 22 8-18 2 22zM436 270l6-20 5 16 6-14 2 18zM250 338l6-20 5 16 6-14 2 18z"
      />
      <path fill="#7d2c15" d="M146 70h16v230h-16z" />
      <path fill="#fbf8f1" d="M70 90h112l22 22-22 22H70zM126 152h112v40H126l-20-20z" />
      <path fill="none" stroke="#b9ad90" strokeWidth="4" strokeDasharray="16 10" d="M90 112h80M134 172h84" />
      <path
        fill="#fbf8f1"
        d="M258 236c20-12 76-14 100-4l22-30c14-6 34 4 36 16l14 10c2 10-8 16-20 14l-24 2c-4 18-14 26-22 28H274c-16-8-20-22-16-36z"
      />
      <path fill="#b9ad90" d="M268 268h14v52h-14zM296 270h12v50h-12zM342 270h12v50h-12zM362 266h13v54h-13z" />
      <path
        fill="#16241c"
        d="M268 314h14v10h-14zM296 314h12v10h-12zM342 314h12v10h-12zM362 314h13v10h-13zM420 226l10 2-4 8z"
      />
      <path
        fill="#7d2c15"
        d="M384 204c-8-18-22-22-34-18 14 4 20 12 24 26zM392 202c-4-20-16-28-28-28 12 8 16 18 18 30z"
      />
      <path fill="#e9d3ac" d="M374 212c-14 2-22 10-22 20 12 0 22-8 26-16zM402 246l4 18 6-18z" />
      <circle cx="404" cy="218" r="4" fill="#16241c" />
      <path
        fill="none"
        stroke="#fbf8f1"
        strokeWidth="8"
        strokeLinecap="round"
        d="M260 240c-8-4-12-10-10-20"
      />
    </Scene>
  )
}
