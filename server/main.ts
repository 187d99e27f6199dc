// The process that serves everything: `node server/main.ts`, or `npm start`, which also builds the site.
import { runHouse } from './run-house.ts'

await runHouse()
