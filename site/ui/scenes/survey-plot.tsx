/** Real estate: a pegged plot, a level on its tripod, a house going up. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function SurveyPlot(props: SceneProps) {
  return (
    <Scene {...props} label="A pegged building plot with a surveyor's level and a house going up">
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <path fill="#8fa98b" d="M0 196c90-34 180-24 260-10s150 8 220-16v60H0z" />
      <path fill="#d9b98a" d="M0 218h480v142H0z" />
      <path fill="#c79f6a" d="M0 318l480-44v86H0z" />
      <path fill="#fbf8f1" d="M212 118h176v124H212z" />
      <path fill="#a83f22" d="M192 124L300 52l108 72z" />
      <path fill="#7d2c15" d="M300 52l108 72h-26L300 70z" />
      <path fill="#27386b" d="M236 150h44v40h-44zM324 150h40v40h-40z" />
      <path fill="none" stroke="#fbf8f1" strokeWidth="4" d="M258 150v40M236 170h44M344 150v40M324 170h40" />
      <path fill="#16241c" d="M288 196h28v46h-28z" />
      <path
        fill="none"
        stroke="#16241c"
        strokeWidth="5"
        d="M424 242V60M456 242V60M424 60h32M424 106h32M424 152h32M424 198h32M388 106h36M388 198h36"
      />
      <path
        fill="none"
        stroke="#fbf8f1"
        strokeWidth="3"
        strokeDasharray="9 7"
        d="M60 288l136-34 240 18-104 56z"
      />
      <path
        fill="#a83f22"
        d="M54 258h12v44l-6 10-6-10zM190 226h12v42l-6 10-6-10zM430 242h12v44l-6 10-6-10zM326 298h12v44l-6 10-6-10z"
      />
      <path
        fill="none"
        stroke="#16241c"
        strokeWidth="7"
        strokeLinecap="round"
        d="M116 178L86 300M116 178l32 122M116 178v112"
      />
      <path fill="#e0a526" d="M88 150h58v28H88z" />
      <path fill="#27386b" d="M146 156h18v16h-18zM78 158h10v12H78z" />
    </Scene>
  )
}
