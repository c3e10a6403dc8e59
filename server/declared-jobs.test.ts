import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { jobs } from './app.ts'
import { accountErased } from './domains/accounts/events.ts'
import { checkDeclared, defineJob, type Job } from './platform/jobs/define-job.ts'
import { reactTo } from './platform/jobs/events.ts'
import { JOB_NAMES } from './testing/job-names.ts'

/* `buildApp` makes this check first, so that nothing starts with a job that would never run. */

test('every job and every reaction is declared by a domain, once', () => {
  expect(() => checkDeclared(jobs)).not.toThrow()
  expect(() => checkDeclared([...jobs, ...jobs.slice(0, 1)])).toThrow('declared twice: mail.send')
  for (const { name } of jobs)
    expect(() => checkDeclared(jobs.filter((job) => job.name !== name))).toThrow(name)
})

test('whatever a release queued is still run by the next: no name goes', () => {
  // A name that is new belongs into the list. One that is to go may still be queued: its job stays for a release.
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(JOB_NAMES)
})

test('a job or a reaction that no domain declares is named', () => {
  const job = defineJob({ name: 'tips.thank', payload: z.object({}) }, async () => undefined) as Job
  expect(() => checkDeclared(jobs)).toThrow('No domain declares these jobs: tips.thank')
  const { job: reaction } = reactTo(accountErased, 'tips', async () => undefined)
  expect(() => checkDeclared([...jobs, job])).toThrow(
    'No domain declares these jobs: tips:on:accounts.erased',
  )
  expect(() => checkDeclared([...jobs, job, reaction])).not.toThrow()
})
