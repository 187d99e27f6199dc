/** Representation and export: a gantry crane, stacked containers, a ship at the quay. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function ContainerYard(props: SceneProps) {
  return (
    <Scene {...props} label="A port: containers on the quay, a gantry crane, and a ship being loaded">
      <path fill="#f6ead0" d="M0 0h480v360H0z" />
      <circle cx="384" cy="88" r="50" fill="#e0a526" />
      <path fill="#27386b" d="M0 238h480v122H0z" />
      <path fill="none" stroke="#8d98c4" strokeWidth="3" d="M250 300h70M360 318h80M300 336h50M410 284h60" />
      <path fill="#fbf8f1" d="M398 150h48v76h-48z" />
      <path fill="#16241c" d="M406 160h32v10h-32zM412 128h14v24h-14z" />
      <path fill="#a83f22" d="M236 224h238l-26 50H262z" />
      <path fill="#fbf8f1" d="M240 224h234l-4 10H244z" />
      <path fill="#3f7a53" d="M256 196h42v28h-42zM346 168h42v28h-42z" />
      <path fill="#e0a526" d="M301 196h42v28h-42z" />
      <path fill="#5b665f" d="M346 196h42v28h-42zM256 168h42v28h-42z" />
      <path fill="#b9ad90" d="M0 270h222v90H0z" />
      <path fill="#f1eadb" d="M0 270h222v10H0z" />
      <path fill="#a83f22" d="M14 234h62v36H14z" />
      <path fill="#1e5b3a" d="M80 234h62v36H80zM14 196h62v36H14z" />
      <path fill="#e0a526" d="M80 196h62v36H80z" />
      <path fill="#27386b" d="M14 158h62v36H14z" />
      <path
        fill="none"
        stroke="#16241c"
        strokeOpacity=".35"
        strokeWidth="2.5"
        d="M26 162v104M38 162v104M50 162v104M62 162v104M92 200v66M104 200v66M116 200v66M128 200v66"
      />
      <path
        fill="none"
        stroke="#16241c"
        strokeWidth="9"
        d="M160 270V72M214 270V72M150 76h226M160 76l27-48 27 48M187 28l180 46"
      />
      <path fill="none" stroke="#16241c" strokeWidth="5" d="M160 270l54-70M160 200h54M160 200l54-70" />
      <path fill="#16241c" d="M304 76h34v14h-34z" />
      <path fill="none" stroke="#16241c" strokeWidth="3" d="M310 90v32M332 90v32" />
      <path fill="#27386b" d="M298 122h46v28h-46z" />
    </Scene>
  )
}
