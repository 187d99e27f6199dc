/** Sustainable farming: the soil cut open, roots and layers under a mixed crop. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

function Maize({ x, height }: { x: number; height: number }) {
  return (
    <g transform={`translate(${x} 176)`}>
      <path fill="none" stroke="#1e5b3a" strokeWidth="7" d={`M0 0v-${height}`} />
      <path
        fill="#1e5b3a"
        d="M0-20c-26-6-38-22-44-44 26 4 42 18 44 44zm0-22c26-6 38-22 44-44-26 4-42 18-44 44zm0-24c-22-6-32-20-36-40 22 6 34 18 36 40z"
      />
      <path fill="#e0a526" d="M4-58c14-6 16-24 12-38-12 6-16 22-12 38z" />
      <path
        fill="none"
        stroke="#f6ead0"
        strokeWidth="4"
        d="M0 0v70M0 14c-10 20-24 26-30 48M0 24c10 20 24 26 30 52M0 44c-8 14-10 24-12 44M0 40c8 14 12 30 12 50"
      />
    </g>
  )
}

function Bean({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 176)`}>
      <path fill="none" stroke="#3f7a53" strokeWidth="5" d="M0 0c-2-14 4-22 0-38" />
      <path
        fill="#3f7a53"
        d="M0-14c-22 4-32-8-30-24 18-2 30 6 30 24zm2-8c20 2 30-10 26-26-18 0-28 8-26 26zm-2-14c-14-4-18-16-10-28 14 4 18 16 10 28z"
      />
      <path
        fill="none"
        stroke="#f6ead0"
        strokeWidth="3"
        d="M0 0v40M0 10c-8 8-14 12-16 26M0 14c8 8 14 12 18 24"
      />
      <path fill="#e0a526" d="M-20 36a5 5 0 1 0 .1 0zM18 38a5 5 0 1 0 .1 0zM2 40a5 5 0 1 0 .1 0z" />
    </g>
  )
}

export function LivingSoil(props: SceneProps) {
  return (
    <Scene
      {...props}
      label="The soil cut open: maize and beans side by side, their roots in dark, living earth"
    >
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <circle cx="408" cy="66" r="38" fill="#e0a526" />
      <path fill="#8fa98b" d="M0 138c100-30 190-20 280-8s140 4 200-10v60H0z" />
      <path fill="#4a2a18" d="M0 176c80-8 160 6 240 0s160-6 240 0v92H0z" />
      <path fill="#7d2c15" d="M0 258c100-14 180 12 260 4s150-14 220-2v60H0z" />
      <path fill="#a4683a" d="M0 308c90-12 180 10 270 2s140-6 210 2v48H0z" />
      <path
        fill="#c79f6a"
        d="M60 286l14-8 12 8-12 8zM300 288l16-8 12 10-16 6zM410 286l12-6 10 6-10 6zM190 332l14-6 12 8-14 6zM360 334l12-6 10 6-12 6zM30 336l12-6 10 6-12 6z"
      />
      <path
        fill="none"
        stroke="#e7b1a0"
        strokeWidth="7"
        strokeLinecap="round"
        d="M204 244c10-10 18 8 28-2s14 6 22-2M428 230c8-8 14 6 22-2"
      />
      <Maize x={72} height={128} />
      <Bean x={138} />
      <Maize x={206} height={140} />
      <Bean x={272} />
      <Maize x={338} height={126} />
      <Bean x={404} />
    </Scene>
  )
}
