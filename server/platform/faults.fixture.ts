import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { watchFaults } from './faults.ts'
import { createLog } from './log.ts'

/* A server that meets the fault its first argument names. */
watchFaults(createLog({ isProduction: true }), async () => {
  await sleep(50)
  process.stdout.write('stopped in order\n')
})
const faults: Record<string, () => void> = {
  'an error event': () => void fs.createReadStream('/nowhere/at-all'),
  'a rejection': () => void Promise.reject(new TypeError('nobody waits')),
  'an exception': () => {
    throw new RangeError('out of range')
  },
  'what is no error': () => void Promise.reject('a text'), // oxlint-disable-line prefer-promise-reject-errors
}
setTimeout(() => faults[process.argv[2] ?? '']?.(), 1)
setInterval(() => undefined, 1000)
