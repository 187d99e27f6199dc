/** Partnership: the signing table from above, two copies, a seal, tea. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function SigningTable(props: SceneProps) {
  return (
    <Scene {...props} label="Two hands over an agreement on a table, with a seal, a pen and two cups of tea">
      <path fill="#123a26" d="M0 0h480v360H0z" />
      <path fill="#a4683a" d="M28 28h424v304H28z" />
      <path fill="none" stroke="#8a5229" strokeWidth="3" d="M28 104h424M28 180h424M28 256h424" />
      <path fill="#fbf8f1" d="M142 76l132-16 22 190-132 16z" />
      <path fill="#f1eadb" d="M222 92l132 12-18 192-132-12z" />
      <path fill="#fbf8f1" d="M210 84l132 6-10 196-132-6z" />
      <path
        fill="none"
        stroke="#b9ad90"
        strokeWidth="4"
        d="M226 112l64 3M225 134l98 5M224 154l98 5M223 174l98 5M222 194l60 3"
      />
      <path
        fill="none"
        stroke="#27386b"
        strokeWidth="4"
        strokeLinecap="round"
        d="M222 252c10-16 14 10 24-4s12 8 26-4"
      />
      <circle cx="304" cy="246" r="21" fill="#a83f22" />
      <circle cx="304" cy="246" r="12" fill="none" stroke="#f0cf86" strokeWidth="3" />
      <path fill="#27386b" d="M0 196l86-12 22 60L0 276z" />
      <path fill="#e0a526" d="M84 180l16-3 24 66-17 5z" />
      <path
        fill="#4a2a18"
        d="M98 186c36-14 66-12 92 10 8 8 2 18-8 16l-30-8 34 28c6 8-2 16-10 12l-60-12-10 10z"
      />
      <path fill="none" stroke="#16241c" strokeWidth="7" strokeLinecap="round" d="M164 186l58 64" />
      <path fill="#3f7a53" d="M480 76l-80 8-14 64 94 14z" />
      <path fill="#fbf8f1" d="M386 82h16l-10 66-17-2z" />
      <path fill="#6b3d22" d="M390 92c-30-8-58 0-76 20-6 8 0 16 8 14l26-6-28 26c-6 8 2 14 10 10l50-20z" />
      <circle cx="92" cy="92" r="34" fill="#fbf8f1" />
      <circle cx="92" cy="92" r="25" fill="#a83f22" />
      <circle cx="396" cy="268" r="34" fill="#fbf8f1" />
      <circle cx="396" cy="268" r="25" fill="#a83f22" />
    </Scene>
  )
}
