import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import { type Db, prepared, run, sql } from '../db/query.ts'
import type { InTransaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import {
  defineJob,
  defineJobInPhases,
  type EnqueueOptions,
  type Job,
  type JobContext,
  queuedJobs,
  type QueuedJobs,
  queueJobsSql,
} from './define-job.ts'
import { wakeWorkers } from './wake-workers.ts'

/**
 * Something that happened in one domain and that later domains react to. Events are how effects travel upward: a domain
 * never calls one that comes after it.
 */
export interface DomainEvent<Payload = unknown> {
  name: string
  payload: z.core.$ZodType<Payload>
}

export interface EventReaction {
  event: DomainEvent
  job: Job
  concerns: (payload: unknown) => boolean
}

/** Declares an event. Its payload is ids, so that reactions read the state of their own moment. */
export function defineEvent<Schema extends z.core.$ZodType>(
  name: string,
  payload: Schema,
): DomainEvent<z.core.output<Schema>> {
  return { name, payload: payload as z.core.$ZodType<z.core.output<Schema>> }
}

/** How the reaction's job is called. */
function nameOfReaction(event: DomainEvent, reactor: string): string {
  return `${reactor}:on:${event.name}`
}

/** A domain's reaction to an event of an earlier one. Runs at least once, in a transaction of its own. */
export function reactTo<Payload>(
  event: DomainEvent<Payload>,
  /** The reacting domain, such as `subscriptions`; with the event it names the job. */
  reactor: string,
  react: (db: Db, payload: Payload, context: JobContext) => Promise<void>,
  /** Whether there is anything to react to, where the payload says so already: then no job is queued for nothing. */
  concerns: (payload: Payload) => boolean = () => true,
): EventReaction {
  return {
    event,
    job: defineJob({ name: nameOfReaction(event, reactor), payload: event.payload }, react) as Job,
    concerns: concerns as EventReaction['concerns'],
  }
}

/** The same for reactions that talk to another server. */
export function reactToInPhases<Payload>(
  event: DomainEvent<Payload>,
  reactor: string,
  react: (inTransaction: InTransaction, payload: Payload, context: JobContext) => Promise<void>,
): EventReaction {
  return {
    event,
    job: defineJobInPhases({ name: nameOfReaction(event, reactor), payload: event.payload }, react) as Job,
    concerns: () => true,
  }
}

/**
 * The reactions of the running app. Filled once when the app is built; `emit` needs them to put one job for each into
 * the caller's own transaction.
 */
const reactionsByEvent = new Map<string, EventReaction[]>()

/** Tells `emit` who listens. Called by the app with all domains' reactions. */
export function registerReactions(reactions: readonly EventReaction[]): void {
  reactionsByEvent.clear()
  for (const reaction of reactions) {
    const { name } = reaction.event
    reactionsByEvent.set(name, [...(reactionsByEvent.get(name) ?? []), reaction])
  }
}

/** The jobs of those who react to one happening. */
function reactionsTo(event: DomainEvent, payload: unknown): Job[] {
  const reactions = reactionsByEvent.get(event.name) ?? []
  return reactions.filter(({ concerns }) => concerns(payload)).map(({ job }) => job)
}

/**
 * Records that something happened and queues every reaction to it, all within the caller's transaction and in one
 * statement: this is half of what a webhook costs. With a `key`, repeats before a reaction has run are part of that reaction.
 */
export async function emit<Payload>(
  db: Db,
  event: DomainEvent<Payload>,
  payload: Payload,
  now: Date,
  { key, ...options }: EnqueueOptions = {},
): Promise<void> {
  const told: Told = { name: event.name, id: newId(now), payload: JSON.stringify(payload), now }
  const reactions = reactionsTo(event, payload).map((job) => ({
    job,
    payload,
    key: key && `${job.name}:${key}`,
  }))
  if (reactions.length === 0) {
    await run(db, telling(told))
    return
  }
  await run(db, tellingAndQueueing({ ...told, ...queuedJobs(reactions, options) }))
  wakeWorkers(db)
}

interface Told {
  name: string
  id: string
  payload: string
  now: Date
}

const telling = prepared<unknown, Told>('emit', (told) => sql`with ${toldSql(told)} select`)

const tellingAndQueueing = prepared<unknown, Told & QueuedJobs>(
  'emit-and-queue',
  (given) => sql`with ${toldSql(given)} ${queueJobsSql(given)}`,
)

/** What happened, written down with the reactions to it. */
function toldSql({ name, id, payload, now }: Told): RawBuilder<unknown> {
  return sql`told as (
    insert into events (id, name, payload, occurred_at) values (${id}::uuid, ${name}::text, ${payload}::jsonb, ${now}::timestamptz))`
}
