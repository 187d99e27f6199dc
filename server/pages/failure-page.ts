// What a visitor sees when a page cannot be drawn: plain HTML that needs nothing else to work.

const texts = {
  500: {
    title: 'Something went wrong',
    text: 'We could not show this page. We have noted the problem. Please try again in a moment.',
  },
  503: {
    title: 'Back in a moment',
    text: 'The site is not available right now. Please try again in a moment.',
  },
}

/** Seconds, as in every refusal of ours with a Retry-After. */
export const retryAfter = '2'

export function failurePage(status: 500 | 503): Response {
  const { title, text } = texts[status]
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Return to Home</a></p></main></body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': retryAfter } : {}),
    },
  })
}
