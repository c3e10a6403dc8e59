/**
 * The page people see when a page couldn't be rendered: it needs nothing but a stylesheet of its own, so it works when
 * the rest doesn't. `reference` is the request's id, which the log repeats.
 */
export function errorPage(reference: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Something went wrong · Cheers</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/error-page.css" />
  </head>
  <body>
    <main>
      <p class="mark">Cheers</p>
      <h1>This page could not be made</h1>
      <p>Something went wrong on our side; nothing you did, and nothing is lost. Please try again in a moment.</p>
      <p class="ways"><a href="">Try again</a> <a href="/">Go to the front page</a></p>
      <p class="reference">If it stays like this, tell us this reference: <code>${reference.replace(/[^\w-]/g, '')}</code></p>
    </main>
  </body>
</html>
`
}
