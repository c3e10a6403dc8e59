export interface ProbedTrack {
  codec: string | null
  /** The form in which browsers are queried: avc1.64001f. */
  codecString: string | null
}

export interface ProbedFile {
  container: string
  durationMs: number | null
  video: (ProbedTrack & { widthPx: number; heightPx: number }) | null
  audio: ProbedTrack | null
}
