import { defineConfig } from 'vitest/config'

const setupFiles = ['server/testing/no-stray-errors.ts', 'server/testing/say-why-fetch-failed.ts']

/** Tests of once-per-process or shared state: these need their own process. */
const TESTS_ALONE = ['server/declared-jobs.test.ts', 'server/domains/media/processing/without-ffmpeg.test.ts']

/** Reads what the domain tests recorded, and runs after them: `scripts/test.ts`. */
const TESTS_OF_RECORDS = ['server/statement-plans.test.ts']

/** The same, and proofs: the database that we bring is started, killed and started again. */
const PROOFS_ALONE = [
  'server/platform/db/embedded-{location,postgres}.test.ts',
  'server/platform/jobs/lost-database.test.ts',
  'server/{backup,lost-embedded-database,npm-start}.test.ts',
]

/** What runs ffmpeg, clamd, an S3 server or a disk of its own: CI runs them once it has installed those. */
const OF_PROGRAMS = [
  'server/testing/swift/start-swift.test.ts',
  'server/platform/clamd/real-clamd.test.ts',
  'server/platform/ffmpeg/{fidelity,in-time,transcode}.test.ts',
  'server/platform/rtmp/real-encoder.test.ts',
  'server/platform/storage/storage.test.ts',
  'server/domains/media/processing/{bombs,hostile-videos,transcoded}.test.ts',
  'server/domains/live/{recording/recording,playback/small-pictures-made}.test.ts',
  'server/domains/posts/media-on-s3.test.ts',
  'server/domains/media/uploads/{any-node,disk-full}.test.ts',
]

/** Proofs by volume, by killing processes or by measuring time: `npm run prove -- short`. */
const PROOFS = [
  'scripts/linear-texts.test.ts',
  'server/testing/proofs/!(charge-after-end).test.ts',
  'server/domains/posts/{access,feed-plan}.test.ts',
  'server/domains/{audiences/many-moments,polls/many-votes,payouts/razorpayx-kills}.test.ts',
  'server/domains/subscriptions/holds/dispute-notices.test.ts',
  'server/platform/http/{passed-over,patience}.test.ts',
  'server/platform/{thread,process-pool/process-pool}.test.ts',
]

/** Many months of billing each, or uploads that stall: each night, as with the long journeys. */
const LONG = [
  'server/testing/proofs/charge-after-end.test.ts',
  'server/page-closings.test.ts',
  'server/domains/enforcement/page-limits.test.ts',
  'server/domains/media/uploads/tus.test.ts',
  'server/domains/subscriptions/checkout/stale-orders.test.ts',
  'server/domains/subscriptions/holds/disputed-renewals.test.ts',
  'server/domains/subscriptions/price-changes/price-notice.test.ts',
]

/** For what hangs: on a machine that is busy and slow, a test may take ten times as long as on another. */
const PATIENCE_MS = 180_000

const domain = {
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: [...setupFiles, 'server/testing/quick-hashes.ts', 'server/testing/record-statements.ts'],
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
}

/*
 * rules: pure and instant. domain: needs PostgreSQL, a stand-in or a port; alone: the same, each in its own process; programs
 * and proofs: the same, with what `npm test` can't bring or wait for; long: the same, each night.
 * A test's place decides which one it is. But for those alone, files share their worker's process and modules, which
 * halves the work: what a test changes in a module, it changes back.
 */
const PURE_SERVER_TESTS = [
  'server/architecture.test.ts',
  'server/by-creator.test.ts',
  'server/compose.test.ts',
  'server/import-order.test.ts',
  'server/migrations.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // As in server/testing/wait-for.ts: a second, which is usual, isn't much on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            '{contract,web,scripts,tests}/**/*.test.{ts,tsx}',
            'lab/{soak,traffic}/*.test.ts',
            ...PURE_SERVER_TESTS,
          ],
          exclude: [...PROOFS, '**/node_modules/**'],
          setupFiles,
          testTimeout: PATIENCE_MS,
          isolate: false,
        },
      },
      {
        test: {
          ...domain,
          name: 'domain',
          include: ['{server,sandbox}/**/*.test.ts', 'lab/populate/*.test.ts'],
          exclude: [
            ...PURE_SERVER_TESTS,
            ...TESTS_ALONE,
            ...TESTS_OF_RECORDS,
            ...LONG,
            ...OF_PROGRAMS,
            ...PROOFS,
            ...PROOFS_ALONE,
            '**/node_modules/**',
          ],
          isolate: false,
        },
      },
      {
        test: { ...domain, name: 'long', include: LONG, isolate: false },
      },
      {
        test: { ...domain, name: 'alone', include: TESTS_ALONE },
      },
      {
        test: {
          name: 'plans',
          include: TESTS_OF_RECORDS,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: { ...domain, name: 'programs', include: OF_PROGRAMS, isolate: false },
      },
      {
        test: { ...domain, name: 'proofs', include: PROOFS, isolate: false },
      },
      {
        test: { ...domain, name: 'proofs alone', include: PROOFS_ALONE },
      },
    ],
  },
})
