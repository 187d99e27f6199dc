/** General contract: a bridge being built over a river, a tower crane, a road roller. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function BridgeWorks(props: SceneProps) {
  return (
    <Scene {...props} label="A bridge under construction over a river, with a tower crane setting a beam">
      <path fill="#f1eadb" d="M0 0h480v360H0z" />
      <circle cx="96" cy="92" r="46" fill="#e0a526" />
      <path fill="#8fa98b" d="M0 204c80-40 160-30 240-14s170 10 240-20v70H0z" />
      <path fill="#27386b" d="M0 262h480v98H0z" />
      <path
        fill="none"
        stroke="#8d98c4"
        strokeWidth="3"
        d="M30 300h70M150 324h90M330 296h60M400 336h60M250 284h40M40 342h60"
      />
      <path fill="#3f7a53" d="M0 196h84l34 72H0zM480 196h-54l-30 72h84z" />
      <path fill="#5b665f" d="M132 212h34v102h-34zM236 212h34v102h-34zM340 212h34v102h-34z" />
      <path
        fill="#16241c"
        d="M120 204h58v14h-58zM224 204h58v14h-58zM328 204h58v14h-58zM0 184h284v22H0zM352 184h128v22H352z"
      />
      <path fill="none" stroke="#e0a526" strokeWidth="3" strokeDasharray="14 10" d="M0 195h284M352 195h128" />
      <path
        fill="none"
        stroke="#a83f22"
        strokeWidth="7"
        d="M190 184V28M212 184V28M190 184l22-26-22-26 22-26-22-26 22-26-22-26M110 40h250M190 40l11-26 11 26M201 14L352 40M201 14l-86 26"
      />
      <path fill="#16241c" d="M112 40h34v28h-34z" />
      <path fill="none" stroke="#16241c" strokeWidth="3" d="M318 40v82M318 122l-30 22M318 122l30 22" />
      <path fill="#5b665f" d="M284 144h68v20h-68z" />
      <path fill="#e0a526" d="M32 142h44v30H32zM44 122h28v22H44z" />
      <path fill="#16241c" d="M50 128h16v14H50z" />
      <circle cx="38" cy="172" r="14" fill="#16241c" />
      <circle cx="76" cy="170" r="15" fill="#5b665f" />
    </Scene>
  )
}
