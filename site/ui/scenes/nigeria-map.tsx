/** Where we are: the outline of Nigeria with its two rivers and our offices (outline after Natural Earth, public domain). */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

/** One degree is 34 units; the corner is 1.6° E, 14.3° N. */
function place(longitude: number, latitude: number): { x: number; y: number } {
  return { x: (longitude - 1.6) * 34, y: (14.3 - latitude) * 34 }
}

const outline =
  'M235 324l-36 12 -13 -2 -13 8 -27 -1 -18 -21 -11 -25 -24 -22 -26 0 -30 0 2 -54 -1 -22 7 -21 10 -11 17 -21 -4 -9 7 -14 -8 -20 1 -11 3 -31 9 -13 5 -20 9 -7 37 -4 34 12 12 13 18 1 16 -8 41 17 17 -1 21 -14 19 1 10 -5 19 2 26 10 26 -19 8 1 23 38 7 -1 13 13 -3 6 -2 12 -29 26 -9 22 -5 17 -7 8 -7 24 -18 14 -5 17 -8 14 -3 14 -23 11 -19 -14 -13 1 -21 20 -9 0 -17 33z'

export function NigeriaMap(props: SceneProps) {
  const lagos = place(3.4, 6.5)
  const nasarawa = place(8.3, 8.5)
  return (
    <Scene
      {...props}
      label="Map of Nigeria: head office in Lagos on the coast, branch office in Nasarawa in the centre"
    >
      <path fill="#e2e6f3" d="M0 0h480v360H0z" />
      <path
        fill="#f1eadb"
        d="M-5 -5V272L37 273 67 273 93 273 117 295 128 320 146 341 173 342 186 334 199 336 235 324 262 340 250 365H485V-5z"
      />
      <path d={outline} fill="#1e5b3a" stroke="#123a26" strokeWidth="3" strokeLinejoin="round" />
      <path
        fill="none"
        stroke="#8d98c4"
        strokeWidth="4"
        strokeLinejoin="round"
        d="M70 85l15 20 17 14 0 27 7 31 34 10 17 20 15 14 2 24 -4 30 -6 21 -14 24 -3 18M394 168l-23 2 -28 10 -30 14 -27 13 -28 11 -23 5 -24 -7 -21 3 -15 2"
      />
      <g fill="#f0cf86" stroke="#123a26" strokeWidth="3">
        <path d={`M${lagos.x} ${lagos.y}c-14-18-18-24-18-34a18 18 0 0 1 36 0c0 10-4 16-18 34z`} />
        <path d={`M${nasarawa.x} ${nasarawa.y}c-14-18-18-24-18-34a18 18 0 0 1 36 0c0 10-4 16-18 34z`} />
      </g>
      <g fontSize="17" fontWeight="600" fill="#fbf8f1" stroke="#123a26" strokeWidth="5" paintOrder="stroke">
        <text x={lagos.x + 26} y={lagos.y - 18}>
          Lagos
        </text>
        <text x={nasarawa.x + 26} y={nasarawa.y - 24}>
          Nasarawa
        </text>
      </g>
    </Scene>
  )
}
