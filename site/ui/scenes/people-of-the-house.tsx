/** Careers and leadership: five people, from the farm gate to the export desk. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function PeopleOfTheHouse(props: SceneProps) {
  return (
    <Scene
      {...props}
      label="Five colleagues side by side: in a straw hat, a head tie, a hard hat, a cap and a hijab"
    >
      <path fill="#f1eadb" d="M0 0h480v360H0z" />
      <path fill="#e0a526" d="M70 360a170 170 0 0 1 340 0z" />
      <path fill="#1e5b3a" d="M-10 360c0-76 22-104 66-104s66 28 66 104z" />
      <path fill="#fbf8f1" d="M44 256h24l-12 34z" />
      <circle cx="56" cy="220" r="33" fill="#4a2a18" />
      <path fill="#c79f6a" d="M-2 212c22-8 30-42 58-42s36 34 58 42c-30 10-86 10-116 0z" />
      <path fill="#7d2c15" d="M24 196c20 8 44 8 64 0l3 8c-22 8-48 8-70 0z" />
      <path fill="#27386b" d="M358 360c0-76 22-104 66-104s66 28 66 104z" />
      <path
        fill="#8fa98b"
        d="M378 216c0-34 20-54 46-54s46 20 46 54c0 30 4 50 12 70-36 16-80 16-116 0 8-20 12-40 12-70z"
      />
      <circle cx="424" cy="216" r="29" fill="#6b3d22" />
      <path fill="#8fa98b" d="M394 206c4-22 56-22 60 0l4-20-34-18-34 18z" />
      <path fill="#a83f22" d="M84 360c0-88 22-122 68-122s68 34 68 122z" />
      <path
        fill="none"
        stroke="#f0cf86"
        strokeWidth="3"
        d="M108 360v-56M130 360v-80M152 360v-90M174 360v-80M196 360v-56"
      />
      <circle cx="152" cy="196" r="35" fill="#6b3d22" />
      <path fill="#27386b" d="M112 192c-14-40 10-78 44-70 40-8 58 34 38 72-22-22-54-22-82-2z" />
      <path fill="#e0a526" d="M114 180c20-26 62-26 80-2l-2 12c-20-18-54-18-78 2z" />
      <path fill="#5b665f" d="M262 360c0-88 22-122 66-122s66 34 66 122z" />
      <path fill="#e0a526" d="M290 250l14-8 14 118h-22zM366 250l-14-8-14 118h22z" />
      <circle cx="328" cy="198" r="34" fill="#4a2a18" />
      <path fill="#fbf8f1" d="M284 190c0-66 88-66 88 0h10v10H274v-10z" />
      <path fill="#d9d0bb" d="M320 140h16v44h-16z" />
      <path fill="#fbf8f1" d="M166 360c0-96 26-136 74-136s74 40 74 136z" />
      <path
        fill="none"
        stroke="#27386b"
        strokeWidth="4"
        d="M222 226c2 22 34 22 36 0M240 244v62M232 262h16M232 278h16M232 294h16"
      />
      <circle cx="240" cy="178" r="38" fill="#4a2a18" />
      <path fill="#123a26" d="M200 172c-4-52 24-66 60-54 18 8 24 26 20 54-24-14-56-14-80 0z" />
      <path fill="#e0a526" d="M201 166c22-14 56-14 78 0l1 8c-24-14-56-14-80 0z" />
    </Scene>
  )
}
