import * as z from 'zod/mini'

import { creatorDetails } from '#contract/creators/routes.ts'

import type { HeadFacts } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import type { PageData } from './page-data.tsx'
import { findUrl } from './routes.tsx'
import { SUB_TEXT } from './screens/home/promise.ts'

/** Shown where a link to us is shared and the page has no picture of its own. */
const SHARE_IMAGE_PATH = '/share.png'

/** What the head of a page says, from its address and the answers it is rendered with. */
export function pageHeadFacts(pathname: string, { config, answers }: PageData): HeadFacts {
  const found = answers.find(
    ({ method, path }) => method === creatorDetails.method && path === creatorDetails.path,
  )
  const creator = found ? z.safeParse(creatorDetails.output, found.output).data : undefined

  const ownFacts: HeadFacts = {
    title: documentTitle(findUrl(pathname)?.title ?? null),
    description: SUB_TEXT,
    canonicalUrl: config.publicUrl + pathname,
    imageUrl: config.publicUrl + SHARE_IMAGE_PATH,
    isImageWide: true,
    type: 'website',
    isAdultContent: false,
  }
  if (!creator) return ownFacts

  const { pageName, pageHandle, headline, bannerSubTitle, bannerImage, profileImage, isAdultContent } =
    creator
  // Pictures of adult pages are behind the question for the age, so they are not shown elsewhere either.
  const image = isAdultContent ? null : (bannerImage ?? profileImage)
  return {
    title: documentTitle(pageName),
    description: headline || bannerSubTitle || `Support ${pageName} on Cheers and read what members read.`,
    canonicalUrl: `${config.publicUrl}/${pageHandle}`,
    imageUrl: image ? new URL(image, config.publicUrl).href : isAdultContent ? null : ownFacts.imageUrl,
    isImageWide: !image || bannerImage !== null,
    type: 'profile',
    isAdultContent,
  }
}
