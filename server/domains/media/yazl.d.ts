/** The package has no type declarations; these are the parts we use. */
declare module 'yazl' {
  import type { Readable } from 'node:stream'

  interface EntryOptions {
    mtime?: Date
    compress?: boolean
  }

  export class ZipFile {
    readonly outputStream: Readable
    on(event: 'error', listener: (error: Error) => void): this
    addBuffer(bytes: Buffer, path: string, options?: EntryOptions): void
    /** Called for the stream when its turn has come. */
    addReadStreamLazy(
      path: string,
      options: EntryOptions,
      open: (done: (error: Error | null, stream?: Readable) => void) => void,
    ): void
    end(): void
  }
}
