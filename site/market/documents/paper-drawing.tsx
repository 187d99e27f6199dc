/** Where the code stands on a paper of ours: drawn, with an example ringed. */
export function PaperDrawing() {
  return (
    <svg
      className="scene paper-drawing"
      viewBox="0 0 240 300"
      role="img"
      aria-label="A sheet of paper. At its foot, beside the square with the pattern, the code 7KQ4-M2XN-9RTB is ringed."
    >
      <rect width="240" height="300" fill="#f1eadb" />
      <rect x="30" y="18" width="180" height="264" fill="#fffefb" stroke="#d9d0bb" />
      <path d="M30 18h180v12H30z" fill="#123a26" />
      <path d="M46 52h62M46 62h40" stroke="#16241c" strokeWidth="4" />
      <path d="M46 90h148M46 108h148M46 126h148M46 144h148M46 162h148" stroke="#d9d0bb" strokeWidth="3" />
      <path d="M150 184h44" stroke="#16241c" strokeWidth="4" />
      <path d="M46 214h148" stroke="#e0a526" strokeWidth="3" />
      <path
        d="M46 228h40v40H46zM52 234v10h10v-10zM70 234v10h10v-10zM52 252v10h10v-10zM68 250h6v6h-6zM76 258h6v6h-6z"
        fill="#16241c"
        fillRule="evenodd"
      />
      <text
        x="144"
        y="252"
        textAnchor="middle"
        fontSize="13"
        fontFamily="monospace"
        fontWeight="600"
        fill="#16241c"
      >
        7KQ4-M2XN-9RTB
      </text>
      <ellipse cx="144" cy="248" rx="62" ry="17" fill="none" stroke="#a83f22" strokeWidth="3.5" />
    </svg>
  )
}
