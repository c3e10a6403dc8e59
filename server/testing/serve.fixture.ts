import { startServer } from '#server/main.ts'

/* The server alone, for a process that may be killed at any moment. */
const server = await startServer({ env: process.env })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// Whoever started us may want to know.
process.send?.('serving')
