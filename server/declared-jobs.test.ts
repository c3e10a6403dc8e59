import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { jobs } from './app.ts'
import { accountErased } from './domains/accounts/events.ts'
import { checkDeclared, defineJob, type Job } from './platform/jobs/define-job.ts'
import { defineEvent, reactTo } from './platform/jobs/events.ts'
import { JOB_NAMES } from './testing/job-names.ts'

/* `buildApp` makes this check first, so that nothing starts with a job that would never run. */

test('every job and every reaction is declared by a domain, once', () => {
  expect(() => checkDeclared(jobs)).not.toThrow()
  expect(() => checkDeclared([...jobs, ...jobs.slice(0, 1)])).toThrow('declared twice: mail.send')
  for (const { name } of jobs)
    expect(() => checkDeclared(jobs.filter((job) => job.name !== name))).toThrow(name)
})

test('whatever a release queued is still run by the next: no name goes', () => {
  const run = jobs.flatMap(({ name, formerName }) => [name, ...(formerName === null ? [] : [formerName])])
  // A name that is new belongs into the list; one that is missing needs `formerName`.
  expect(run.toSorted()).toEqual(JOB_NAMES)
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

test('a reaction to an event that was renamed still runs under the name it was queued with', () => {
  const given = defineEvent('tips.given', z.object({}), { formerName: 'tips.sent' })
  const { job } = reactTo(given, 'notifications', async () => undefined)
  expect(job).toMatchObject({
    name: 'notifications:on:tips.given',
    formerName: 'notifications:on:tips.sent',
  })
})
