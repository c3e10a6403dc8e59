export interface MarkedPost {
  postId: string
  /** Whether the viewer may not read it: its likes are then only shown. */
  isLocked: boolean
}
