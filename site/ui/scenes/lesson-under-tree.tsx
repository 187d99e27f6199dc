/** Rural education: a lesson under a broad tree. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

function Learner({ x, y, cloth, cap }: { x: number; y: number; cloth: string; cap: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill={cloth} d="M0 62c0-30 10-42 26-42s26 12 26 42z" />
      <circle cx="26" cy="10" r="13" fill="#4a2a18" />
      <path fill={cap} d="M12 8C14-10 38-10 40 8z" />
    </g>
  )
}

export function LessonUnderTree(props: SceneProps) {
  return (
    <Scene
      {...props}
      label="A lesson in the shade of a broad tree: a teacher at a board, farmers seated on benches"
    >
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <path fill="#d9b98a" d="M0 232h480v128H0z" />
      <path fill="#c79f6a" d="M20 262c80-26 360-26 440 0 20 14-40 34-220 34S0 276 20 262z" />
      <path fill="#7d2c15" d="M112 268c14-60 12-110 2-158h40c-6 50-4 100 16 158z" />
      <path
        fill="#3f7a53"
        d="M-20 104c-10-40 30-62 60-54C58 10 120-10 160 14c40-26 92-6 104 26 36-6 60 24 48 56 4 30-30 44-60 34-30 20-70 18-92 4-30 18-80 16-100-4-40 14-84 4-80-26z"
      />
      <path
        fill="#1e5b3a"
        d="M0 112c20 14 44 14 64 4 24 18 64 18 96 2 26 14 64 14 92-4 26 8 50 2 58-16 6 30-28 48-58 38-30 20-70 18-92 4-30 18-80 16-100-4-30 10-56 4-60-24z"
      />
      <path fill="#16241c" d="M326 128h118v82H326z" />
      <path
        fill="none"
        stroke="#a4683a"
        strokeWidth="8"
        d="M322 124h126v90H322zM344 214l-14 52M428 214l14 52"
      />
      <path
        fill="none"
        stroke="#fbf8f1"
        strokeWidth="4"
        d="M344 190c14-30 26-30 40 0M384 190c10-26 22-30 40-34M344 150h30"
      />
      <path fill="#a83f22" d="M262 268c0-60 6-92 28-92s30 32 30 92z" />
      <path fill="#e0a526" d="M263 240h57v10h-57z" />
      <path fill="none" stroke="#4a2a18" strokeWidth="11" strokeLinecap="round" d="M302 194l34-20" />
      <circle cx="290" cy="158" r="17" fill="#4a2a18" />
      <path fill="#27386b" d="M268 158c-6-34 46-42 48-6-14-8-32-8-48 6z" />
      <Learner x={24} y={250} cloth="#27386b" cap="#e0a526" />
      <Learner x={92} y={262} cloth="#fbf8f1" cap="#a83f22" />
      <Learner x={160} y={256} cloth="#e0a526" cap="#27386b" />
      <path fill="#7d2c15" d="M14 312h210v12H14zM30 324h10v24H30zM198 324h10v24h-10z" />
    </Scene>
  )
}
