// Nigeria with its states, as an image that a page loads when it comes into view.
import { stateOutlines } from '../../domain/nigeria/state-outlines.ts'
import type { GeneratedFile } from './sql.ts'

export function writeStateMap(): GeneratedFile {
  return {
    path: 'site/market/products/state-map.generated.svg',
    text: `<!-- Generated from domain/nigeria/state-outlines.ts by npm run generate. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 482 390" width="482" height="390">
<path fill="#f1eadb" stroke="#b9ad93" stroke-width="1.5" stroke-linejoin="round" d="${Object.values(stateOutlines).join('')}"/>
</svg>
`,
  }
}
