/** The company's logo as a large cloth: woven hem, sun over ridges, granaries, and the ship that takes it on. */
import { useId } from 'react'
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function CompanyCrest(props: SceneProps) {
  const id = useId()
  return (
    <Scene
      {...props}
      viewBox="0 0 520 544"
      label="The company's logo: the sun over ridged fields, granaries on one side and a ship on the other, in a woven hem"
    >
      <pattern id={id} width="52" height="26" patternUnits="userSpaceOnUse">
        <path fill="#27386b" d="M0 0h52v26H0z" />
        <path fill="#e0a526" d="M0 13L13 0l13 13-13 13z" />
        <path fill="#27386b" d="M6 13l7-7 7 7-7 7z" />
        <path fill="none" stroke="#fbf8f1" strokeWidth="2" d="M29 13l10-10 10 10-10 10z" />
        <path fill="#fbf8f1" d="M36 13l3-3 3 3-3 3z" />
      </pattern>
      <path fill="none" stroke="#27386b" strokeWidth="24" strokeDasharray="4 6.32" d="M1 532h518" />
      <path fill="#123a26" d="M0 0h520v520H0z" />
      <path fill={`url(#${id})`} d="M0 0h520v26H0zM0 494h520v26H0z" />
      <path fill="#e0a526" d="M0 32h520v4H0zM0 484h520v4H0z" />
      <path fill="#f6ead0" d="M0 42h520v436H0z" />
      <circle cx="268" cy="212" r="150" fill="#f6dfac" />
      <circle cx="268" cy="212" r="118" fill="#f0cf86" />
      <circle cx="268" cy="212" r="84" fill="#e0a526" />
      <path fill="#27386b" d="M300 226h220v60H300z" />
      <path fill="none" stroke="#8d98c4" strokeWidth="3" d="M420 262h40M470 248h34M390 248h16" />
      <path fill="#a83f22" d="M372 214h132l-14 26H386z" />
      <path fill="#1e5b3a" d="M386 194h26v20h-26z" />
      <path fill="#fbf8f1" d="M414 194h26v20h-26zM470 176h22v38h-22z" />
      <path fill="#7d2c15" d="M442 194h24v20h-24z" />
      <path fill="#16241c" d="M474 182h14v6h-14z" />
      <path fill="#8fa98b" d="M0 214c70-44 130-50 190-30s90 40 150 44v50H0z" />
      <path fill="#3f7a53" d="M0 262c90-34 200-34 270-24s160 24 250 12v228H0z" />
      <path
        fill="#1e5b3a"
        d="M252 240C170 274 70 352 0 440v38h36c62-96 136-178 222-236zM264 241c-50 56-112 140-154 237h66c18-90 50-170 94-236zM276 242c2 70-4 150-24 236h68c2-90-10-170-36-235zM290 243c46 60 86 140 110 235h70c-44-98-100-176-170-234zM308 245c84 46 154 108 212 190v-66c-56-56-120-96-200-122z"
      />
      <path fill="none" stroke="#123a26" strokeWidth="4" d="M0 262c90-34 200-34 270-24s160 24 250 12" />
      <path fill="#a83f22" d="M44 196h66v70H44zM132 214h46v44h-46z" />
      <path fill="#7d2c15" d="M30 202l47-60 47 60zM122 218l33-42 33 42z" />
      <path fill="#16241c" d="M68 226h18v40H68zM148 232h13v26h-13z" />
    </Scene>
  )
}
