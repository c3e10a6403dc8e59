import { defineConfig, type ReporterDescription } from '@playwright/test'

import { findProgram } from './server/testing/optional-program.ts'

/* What isn't there is skipped, with a word: journey.ts. */
const firefox = findProgram('firefox-esr')

/* Set by `npm test`, which counts the tests from it. */
const report = process.env['JOURNEY_REPORT']
const counting: ReporterDescription[] = report ? [['json', { outputFile: report }]] : []

/** They need ffmpeg, or an S3 server. */
const OF_PROGRAMS = /\/(?:data-saver|media-resume|store|streaming-software|videos)\.proof\.ts$/

/** A creator broadcasts from the browser. */
const BROADCASTS = /\/broadcast[\w-]*\.(?:long|proof)\.ts$/

/** Left alone, `toPass` tries for as long as a journey may take. */
const PATIENCE = { timeout: 15_000, toPass: { timeout: 60_000 } }

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts' },
    // What takes many people, pages or keys: `npm run prove -- long`, each night.
    { name: 'long', testMatch: '**/*.long.ts', testIgnore: BROADCASTS },
    // A year, and every screen in every theme and width: `npm run prove -- screens`, each night.
    {
      name: 'proofs',
      testMatch: '**/*.proof.ts',
      testIgnore: [BROADCASTS, OF_PROGRAMS],
      expect: { ...PATIENCE, timeout: 30_000 },
    },
    // CI runs them beside nodes that are killed, so a step takes twice as long.
    { name: 'programs', testMatch: OF_PROGRAMS, expect: { ...PATIENCE, timeout: 30_000 } },
    // With the machine to themselves: encoding a picture takes a whole processor, and what is late is never made up for.
    { name: 'broadcasts', testMatch: BROADCASTS, expect: { ...PATIENCE, timeout: 30_000 } },
    // What only Firefox shows: once more, in one as people have it (docs/decisions/0508).
    {
      name: 'firefox',
      testMatch: /(?:videos\.proof|streaming-software\.proof|from-empty\.journey|messages\.long)\.ts$/,
      // Watching live is what differs; the rest of software's journeys is the same in each browser.
      grepInvert: /before the waiting room opens|captions that come with the picture/,
      expect: { ...PATIENCE, timeout: 30_000 },
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          ...(firefox && { executablePath: firefox }),
          firefoxUserPrefs: {
            // Playwright sets neither in a Firefox that it didn't build: less motion, and playing without a press.
            'ui.prefersReducedMotion': 1,
            'media.autoplay.default': 0,
            // A mouse, which machines without a screen have none of: it is fine (2), and it hovers (4).
            'ui.primaryPointerCapabilities': 6,
            'ui.allPointerCapabilities': 6,
          },
        },
      },
    },
  ],
  outputDir: 'test-results',
  globalSetup: './tests/journeys/global-setup.ts',
  // Each worker starts its own product; its journeys run one after the other, because some move the clock. A journey waits
  // a third of its time, so half as many again as there are processors keep them busy.
  workers: '150%',
  // Counted runs try a failed journey once more, and name it either way; a run by hand doesn't.
  retries: report ? 1 : 0,
  // Machines differ by a factor of three; hanging tests are caught by the limits on single steps.
  timeout: 600_000,
  expect: PATIENCE,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ...counting],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording takes a fifth of the time; a failed journey prints what its pages showed last.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Set by the global setup; workers read this file again after it.
      ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Cameras, microphones and screens that whoever broadcasts is lent.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
