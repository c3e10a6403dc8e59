import { defineConfig, type ReporterDescription } from '@playwright/test'

/* Set by `npm test`, which counts the tests from it. */
const report = process.env['JOURNEY_REPORT']
const counting: ReporterDescription[] = report ? [['json', { outputFile: report }]] : []

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/global-setup.ts',
  // Each worker starts a product of its own; the journeys in it run one after the other, because some move its clock.
  workers: '100%',
  retries: 0,
  // Machines differ by a factor of three; what hangs is found by the limits of single steps.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ...counting],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording takes a fifth of the time, and of a run in CI nothing but its words is kept.
    trace: process.env['CI'] ? 'off' : 'retain-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Set by the global set-up; workers read this file again after it.
      ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
