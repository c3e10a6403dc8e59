import { defineConfig } from 'vitest/config'

import { importsBuiltContract } from './scripts/built-contract.ts'

const setupFiles = ['server/testing/no-stray-errors.ts']

/*
 * rules: pure and instant. built: the contract's rules again, compiled as the browser gets them. domain: needs
 * PostgreSQL, a stand-in or a port. A test is one or the other by its place.
 */
const PURE_SERVER_TESTS = ['server/architecture.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx}', ...PURE_SERVER_TESTS],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [importsBuiltContract()],
        test: {
          name: 'built',
          include: ['contract/**/*.test.ts'],
          globalSetup: ['scripts/built-contract-setup.ts'],
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'domain',
          include: ['{server,sandbox}/**/*.test.ts'],
          exclude: [...PURE_SERVER_TESTS, '**/node_modules/**'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles,
          // The server's modules are loaded once by each of the two workers: that was half of all the work.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
