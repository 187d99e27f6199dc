// The process that serves everything: `node server/main.ts`, or `npm start`, which also builds the site.
import { runApp } from './run-app.ts'

await runApp()
