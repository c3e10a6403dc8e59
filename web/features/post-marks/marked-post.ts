export interface MarkedPost {
  postId: string
  /** Its page, where its comments are. */
  postPath: string
  /** Whether the viewer may not read it: its likes are then only shown. */
  isLocked: boolean
}
