import { parentPort } from 'node:worker_threads'

import { cleanPost } from './cleaned.ts'

/* The thread that cleans long posts; see clean-apart.ts. */

parentPort?.on('message', (html: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread's port, no window's
  parentPort?.postMessage(cleanPost(html))
})
