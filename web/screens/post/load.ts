import { creatorDetails } from '#contract/creators/calls.ts'
import { getPostByAddress } from '#contract/posts/calls.ts'
import { type Load, preload } from '#web/api/preload.ts'

export const loadPost: Load = ({ params: { pageHandle = '', address = '' } }) => [
  preload(creatorDetails, { pageHandle }),
  preload(getPostByAddress, { pageHandle, address }),
]
