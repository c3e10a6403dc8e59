import { canTieToParent } from '../program.ts'
import { getInstalledNative, prepareBinaries } from './embedded-binaries.ts'
import { ensureCluster } from './embedded-cluster.ts'
import {
  locateCluster,
  removeSocketDirectory,
  renewSocketDirectory,
  type ClusterLocation,
} from './embedded-location.ts'
import { endLeftoverServer, takeClusterLock } from './embedded-lock.ts'
import { openServerLog } from './embedded-log.ts'
import { EmbeddedPostgresError } from './embedded-process.ts'
import { connectionTo, type Programs, shutDown, startServer, type Server } from './embedded-server.ts'

export interface EmbeddedPostgres {
  /** For the `host` of pg; no other account can enter it. */
  socketDirectory: string
  connection: { host: string; port: number; user: string; database: string }
  /** Shuts the server down, ending open connections; resolves when it has ended. */
  stop(): Promise<void>
  /** Calls back with a plain sentence and the end of its log when the server ends without `stop`. */
  onUnexpectedExit(listener: (detail: string) => void): void
}

/**
 * Starts the built-in PostgreSQL on the cluster of a DATA_DIR, making both when they are missing. Throws
 * EmbeddedPostgresError with a sentence for the person who started Cheers. To be called from the main thread: on
 * Linux the server is shut down when the thread that started it is gone.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  /** Of PostgreSQL, for this run. */
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const installed = getInstalledNative()
  const location = await locateCluster(options.dataDir)
  const release = takeClusterLock(location)
  try {
    const binaries = await prepareBinaries(installed, location.copiesDirectory, location.account)
    if (process.platform === 'linux' && !(await canTieToParent())) {
      log(
        'setpriv (util-linux 2.33 or later) is missing: if Cheers is killed, PostgreSQL runs on until its next start.',
      )
    }
    await endLeftoverServer(location.cluster, log)
    await ensureCluster(location, binaries, log)
    return await serve(location, { binaries, settings: options.settings ?? {} }, release)
  } catch (error) {
    release()
    if (error instanceof EmbeddedPostgresError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL did not start (${reason}): check the space and the permissions of ${options.dataDir}, ` +
        'or set DATABASE_URL.',
      { cause: error },
    )
  }
}

async function serve(
  location: ClusterLocation,
  programs: Programs,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const socketDirectory = await renewSocketDirectory(location)
  const serverLog = openServerLog(location)
  let server: Server
  try {
    server = await startServer(location, programs, socketDirectory, serverLog)
  } catch (error) {
    removeSocketDirectory(socketDirectory, location.account)
    throw error
  } finally {
    serverLog.close()
  }

  // Covers every way this process can end except a kill.
  const endWithProcess = (): void => void server.child.kill('SIGINT')
  process.once('exit', endWithProcess)
  server.child.unref()

  let isStopping = false
  const cleared = server.ended.then((how) => {
    process.off('exit', endWithProcess)
    removeSocketDirectory(socketDirectory, location.account)
    release()
    return how
  })

  async function report(listener: (detail: string) => void): Promise<void> {
    const how = await cleared
    if (!isStopping) listener(serverLog.explain(`The built-in PostgreSQL ended unexpectedly (${how})`))
  }

  return {
    socketDirectory,
    connection: connectionTo(socketDirectory),
    async stop() {
      isStopping = true
      await shutDown({ child: server.child, ended: cleared })
    },
    onUnexpectedExit(listener) {
      void report(listener)
    },
  }
}
