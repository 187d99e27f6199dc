/** Marketplace: sacks of produce beside a platform scale. */
import { Scene, type SceneProps } from '#site/ui/scenes/scene.tsx'

export function SacksAndScale(props: SceneProps) {
  return (
    <Scene {...props} label="Open sacks of rice, beans and pepper beside a platform scale">
      <path fill="#123a26" d="M0 0h480v360H0z" />
      <path fill="#1e5b3a" d="M0 0h480v96H0z" />
      <path
        fill="#e0a526"
        d="M0 0h60v76a30 24 0 0 1-60 0zM120 0h60v76a30 24 0 0 1-60 0zM240 0h60v76a30 24 0 0 1-60 0zM360 0h60v76a30 24 0 0 1-60 0z"
      />
      <path
        fill="#27386b"
        d="M60 0h60v76a30 24 0 0 1-60 0zM180 0h60v76a30 24 0 0 1-60 0zM300 0h60v76a30 24 0 0 1-60 0zM420 0h60v76a30 24 0 0 1-60 0z"
      />
      <path fill="#d9b98a" d="M0 296h480v64H0z" />
      <path
        fill="#c79f6a"
        d="M20 196c-6 40-8 80 4 124h98c10-44 8-84 2-124zM134 208c-8 40-8 72 4 112h94c10-40 10-72 2-112z"
      />
      <path
        fill="#e9d3ac"
        d="M12 190c20-14 100-14 120 0 2 12-4 18-10 20-30-8-70-8-100 0-8-2-12-10-10-20zM126 204c20-14 96-14 116 0 2 12-4 18-10 20-30-8-66-8-96 0-8-2-12-10-10-20z"
      />
      <path fill="#fbf8f1" d="M22 192c16-34 84-36 100 0-24 10-76 10-100 0z" />
      <path fill="#a83f22" d="M136 206c16-32 80-34 96 0-24 10-72 10-96 0z" />
      <path fill="#27386b" d="M44 250h56v30H44zM160 258h50v28h-50z" />
      <path
        fill="#fbf8f1"
        d="M54 265l9-9 9 9-9 9zM72 265l9-9 9 9-9 9zM168 272l8-8 8 8-8 8zM186 272l8-8 8 8-8 8z"
      />
      <path fill="#16241c" d="M420 128h16v176h-16zM258 304h196v20H258z" />
      <path fill="#5b665f" d="M264 286h150v18H264z" />
      <circle cx="428" cy="144" r="44" fill="#fbf8f1" />
      <circle
        cx="428"
        cy="144"
        r="36"
        fill="none"
        stroke="#16241c"
        strokeWidth="4"
        strokeDasharray="3 9.57"
      />
      <path fill="none" stroke="#a83f22" strokeWidth="5" strokeLinecap="round" d="M428 144l18-22" />
      <path fill="#c79f6a" d="M284 200c-8 30-8 56 2 86h102c10-30 10-56 2-86z" />
      <path fill="#e9d3ac" d="M284 204c24 10 82 10 106 0l-18-22c-24 8-48 8-70 0z" />
      <path fill="none" stroke="#7d2c15" strokeWidth="5" d="M300 184c24 8 50 8 74 0" />
      <path fill="#1e5b3a" d="M312 232h52v30h-52z" />
      <path fill="#f0cf86" d="M338 236l11 11-11 11-11-11z" />
    </Scene>
  )
}
