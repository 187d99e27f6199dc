/** Poultry: an open-sided house, hens in front, feed and eggs. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

function Hen({ x, y, scale = 1, body }: { x: number; y: number; scale?: number; body: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path fill="none" stroke="#e0a526" strokeWidth="4" d="M34 62v20M48 62v20" />
      <path
        fill={body}
        d="M0 12c4 14 14 18 26 16 10-2 18-10 22-22 4-10 20-8 22 4 2 30-8 54-34 54C14 64-4 40 0 12z"
      />
      <path fill="#a83f22" d="M50-2c4-8 8-2 10-6 4-2 8 0 10 6l-4 8H52z" />
      <path fill="#e0a526" d="M70 10l12 4-12 5z" />
      <circle cx="62" cy="11" r="3" fill="#16241c" />
      <path fill="none" stroke="#16241c" strokeOpacity=".3" strokeWidth="3" d="M18 40c10 8 22 6 28-4" />
    </g>
  )
}

export function PoultryHouse(props: SceneProps) {
  return (
    <Scene {...props} label="An airy poultry house with hens feeding in front of it">
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <path fill="#8fa98b" d="M0 150c80-30 170-26 260-12s150 6 220-14v110H0z" />
      <path fill="#d9b98a" d="M0 226h480v134H0z" />
      <path fill="#fbf8f1" d="M72 128h336v104H72z" />
      <path fill="#123a26" d="M88 142h304v52H88z" />
      <path
        fill="none"
        stroke="#8fa98b"
        strokeWidth="2"
        d="M88 155h304M88 168h304M88 181h304M106 142v52M124 142v52M142 142v52M160 142v52M178 142v52M196 142v52M214 142v52M232 142v52M250 142v52M268 142v52M286 142v52M304 142v52M322 142v52M340 142v52M358 142v52M376 142v52"
      />
      <path fill="#a83f22" d="M48 132l56-66h272l56 66z" />
      <path fill="#7d2c15" d="M150 66h180l14-22H136z" />
      <path
        fill="none"
        stroke="#7d2c15"
        strokeWidth="3"
        d="M124 70l-30 60M180 70l-12 60M240 70v60M300 70l12 60M356 70l30 60"
      />
      <path fill="#27386b" d="M214 316h150l-12 22H226z" />
      <path fill="#e0a526" d="M220 316c20-12 118-12 138 0z" />
      <Hen x={116} y={244} body="#fbf8f1" />
      <Hen x={24} y={268} scale={0.9} body="#7d2c15" />
      <g transform="translate(468 236) scale(-1 1)">
        <Hen x={0} y={0} scale={1.1} body="#a83f22" />
      </g>
    </Scene>
  )
}
