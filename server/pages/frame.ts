// Pages that answer a form posted without scripts: the site's colours, complete in themselves, nothing to load.

import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { type Html, html, Html as Markup } from '#server/lib/html.ts'
import { hashText } from '#server/pages/finish-page.ts'

export interface Frame {
  page(options: { title: string; body: Html; status?: number; headers?: Record<string, string> }): Response
}

export interface FrameOptions {
  companyName: () => string
  security: SecurityHeaders
}

// On a phone the name of the head has a line of its own, by `min-width`: no address and no rule with an @ stands in these pages.
const styles = `
*{box-sizing:border-box}
body{margin:0;background:#fbf8f1;color:#16241c;font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:clamp(1.3rem,1rem + 4vw,2rem)}
h1,h2,.name{font-family:ui-serif,"Iowan Old Style","Noto Serif",Georgia,serif;line-height:1.25}
header{border-bottom:1px solid #d9d0bb}
header .band,footer .band{display:block;width:100%;height:14px}
header nav,footer nav{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.25rem;max-width:88rem;margin:0 auto;padding:.5rem max(1.25rem,5vw)}
header a,footer a{display:inline-flex;align-items:center;gap:.75rem;min-height:2.75rem;color:inherit}
.name{font-size:1.2rem;font-weight:600;text-decoration:none;margin-right:auto}
.name img{border-radius:3px}
header .name{min-width:clamp(0px,(30rem - 100vw)*999,100%)}
footer{background:#123a26;color:#fbf8f1}
footer :focus-visible{outline-color:#e0a526}
main{max-width:40rem;min-height:60vh;margin:0 auto;padding:2rem 1.25rem 4rem}
a{color:#27386b}
label,.label{display:block;font-weight:600;margin:1.25rem 0 .25rem}
input,select,textarea{width:100%;font:inherit;padding:.625rem .75rem;border:1px solid #5b665f;border-radius:4px;background:#fff;color:inherit}
input[type=checkbox]{width:1.5rem;height:1.5rem;vertical-align:middle;margin:0 .5rem 0 0}
.tick{font-weight:400}
:focus-visible{outline:3px solid #27386b;outline-offset:2px}
button{margin-top:1.5rem;min-height:3rem;font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:4px;background:#1e5b3a;color:#fbf8f1;cursor:pointer}
.problems{margin-bottom:1.5rem;border:2px solid #a83f22;border-radius:4px;padding:1rem 1.25rem;background:#fff}
.problems h2{margin:0;font-size:1.0625rem;color:#a83f22}
.problems ul{margin:.5rem 0 0;padding-left:1.25rem}
.help{margin:0 0 .25rem;color:#5b665f;font-size:1rem;font-weight:400}
.mark{color:#a83f22;font-weight:600}
.about{font-weight:600}
.problem{margin:.25rem 0 0;color:#a83f22}
.done{border-left:4px solid #e0a526;background:#f1eadb;padding:1rem 1.25rem}
.done strong{display:inline-block}
.record{border:1px solid #d9d0bb;border-top:4px solid #27386b;background:#fffefb}
.record-head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem;padding:1.25rem;border-bottom:1px solid #d9d0bb}
.record p,.record dl,.record dd{margin:0}
.record-kind,.record dt{color:#5b665f}
.record-code{font:600 1.4rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.02em}
.record dl{padding:.5rem 1.25rem}
.record dl div{padding:.6rem 0}
.record dl div+div{border-top:1px solid #f1eadb}
.state{position:relative;display:inline-flex;align-items:center;gap:.45em;padding:.2rem .6rem;border-radius:3px;background:#f6ead0;color:#5c4306}
.state svg{width:.8em;height:.8em;flex:none}
.state-approved{background:#dcebe0;color:#123a26}
.state-declined{background:#f7e0d9;color:#7d2c15}
.state-completed{background:#123a26;color:#fbf8f1}
.leave{position:absolute;left:-100vw;height:1px;overflow:hidden}
`.trim()

/** The hem of every page, as site/ui/band.tsx draws it. */
const hem = new Markup(
  '<svg class="band" aria-hidden="true"><rect width="100%" height="14" fill="url(#hem)"/></svg>',
)
const hemPattern = new Markup(
  '<svg class="band" aria-hidden="true"><pattern id="hem" width="56" height="14" patternUnits="userSpaceOnUse"><path fill="#27386b" d="M0 0h56v14H0z"/><path fill="#e0a526" d="M0 7l7-7 7 7-7 7zM28 7l7-7 7 7-7 7z"/><path fill="none" stroke="#fbf8f1" stroke-width="1.4" d="M14 7l7-7 7 7-7 7zM42 7l7-7 7 7-7 7z"/></pattern><rect width="100%" height="14" fill="url(#hem)"/></svg>',
)

export function createFrame({ companyName, security }: FrameOptions): Frame {
  return {
    page({ title, body, status = 200, headers = {} }) {
      const text = html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${asTitle(companyName())}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Markup(styles)}</style>
</head>
<body>
<header>${hemPattern}<nav aria-label="Main"><a class="name" href="/"><img src="/favicon.svg" alt="" width="44" height="44">${asTitle(companyName())}</a><a href="/marketplace">Marketplace</a><a href="/contact">Contact</a></nav></header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${hem}<nav aria-label="Company"><span class="name">© ${new Date().getFullYear()} ${asTitle(companyName())}</span><a href="/contact">Help</a><a href="/terms">Terms and Conditions</a><a href="/privacy">Privacy</a></nav></footer>
</body>
</html>
`.markup
      return new Response(text, {
        status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': security.pagePolicy({ scripts: [], styles: [hashText(styles)] }),
          ...headers,
        },
      })
    },
  }
}

function asTitle(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}
