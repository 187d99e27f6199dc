// What `npm run help` prints: every script of package.json once, in its order (scripts/help.test.ts).

/** Parts with their scripts: what follows `npm run`, and what it does. */
export const help = [
  [
    'Work on it',
    [
      ['start', 'installs, builds, creates the database, serves everything (npm start)'],
      ['dev', 'the same, while site and server reload as you type'],
      ['build', 'the site and the server, into build/'],
    ],
  ],
  [
    'Check it',
    [
      ['test', 'everything, 15 to 25 minutes; npm test -- PATH... runs files or folders in seconds'],
      ['test:long', 'the full form: many more rounds, and PostgreSQL 15; two hours'],
      ['types', 'the types alone'],
      ['lint', 'format and lint alone; npm run format mends what can be mended'],
      ['format', 'formats, and mends what the linter can mend'],
      ['check', 'types and lint'],
    ],
  ],
  [
    'Write what is made from something else',
    [
      ['generate', 'reference rows, SQL and types that are made from domain/, server/mail/ and the schema'],
      ['db:diff', 'NAME: the migration from supabase/schemas/ and reference/'],
      ['db:baseline', 'after a release: one file of its schema in place of its migrations'],
      ['pictures', 'the pictures of the README'],
    ],
  ],
  [
    'Measure it beside its peers',
    [
      ['bench:rest', 'the API'],
      ['bench:services', 'auth, storage and realtime'],
      ['bench:page', 'pages on slow phones'],
      ['bench:market', 'search and orders'],
      ['bench:admin', 'lists of the admin area'],
      ['bench:start', 'first and second start, beside release 0.2.0'],
    ],
  ],
  [
    'Operate it (docs/operations.md)',
    [
      ['admin:create', '--email ADDRESS: an admin, also while it serves'],
      ['backup', 'FOLDER: database and files at one moment'],
      ['restore', 'FOLDER: brings them back'],
      ['vault:rotate', 'wraps the keys of the vault with a new master key'],
      ['audit:verify', 'finds an altered byte in the audit trail'],
      ['platform', 'FOLDER: the services alone, over any Supabase project'],
    ],
  ],
  ['', [['help', 'this']]],
]

export function printHelp() {
  const lines = help.flatMap(([title, scripts]) => [
    ...(title ? ['', title] : []),
    ...scripts.map(([name, text]) => `  npm run ${name.padEnd(16)} ${text}`),
  ])
  console.log(
    [...lines, '', 'How to change things: CONTRIBUTING.md. Words after a script follow `--`.'].join('\n'),
  )
}
