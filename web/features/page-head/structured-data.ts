import type * as z from 'zod/mini'

import type { creatorPage } from '#contract/creators/routes.ts'
import type { plan } from '#contract/plans/routes.ts'
import type { post } from '#contract/posts/routes.ts'

import { firstWords } from './first-words.ts'
import { MEMBERS_ONLY_CLASS_NAME } from './members-only.ts'
import { pageHeadTexts as texts } from './messages.ts'

const HEADLINE_MAX = 110
const CONTEXT = 'https://schema.org'

/** The site itself, for its front page. */
export function siteData({ publicUrl, description }: { publicUrl: string; description: string }): object {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: texts.productName,
    url: `${publicUrl}/`,
    description,
  }
}

/**
 * A creator's page: the creator, the monthly prices of memberships, and the public posts. Members-only posts are not
 * listed.
 */
export function creatorData(facts: {
  creator: z.infer<typeof creatorPage>
  plans: readonly z.infer<typeof plan>[]
  posts: readonly z.infer<typeof post>[]
  publicUrl: string
  description: string
}): object {
  const { creator, plans, posts, publicUrl, description } = facts
  const url = `${publicUrl}/${creator.pageHandle}`
  const openPosts = posts.filter(({ locked }) => !locked)
  const [newest] = posts
  return {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    url,
    ...(newest ? { dateModified: newest.publishedAt } : {}),
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#creator`,
      name: creator.pageName,
      alternateName: creator.pageHandle,
      description,
      url,
      ...(creator.profileImage ? { image: new URL(creator.profileImage, publicUrl).href } : {}),
      ...(plans.length > 0 ? { makesOffer: plans.map((plan) => offer(plan, url)) } : {}),
    },
    ...(openPosts.length > 0 ? { hasPart: listOfPosts(openPosts, url, publicUrl) } : {}),
  }
}

function offer({ name, price, currency }: z.infer<typeof plan>, url: string): object {
  return {
    '@type': 'Offer',
    name,
    url,
    price: price.toFixed(2),
    priceCurrency: currency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: price.toFixed(2),
      priceCurrency: currency,
      // UN/CEFACT code for a month.
      unitCode: 'MON',
    },
  }
}

function listOfPosts(posts: readonly z.infer<typeof post>[], url: string, publicUrl: string): object {
  return {
    '@type': 'ItemList',
    itemListElement: posts.map(({ path, title, content, publishedAt }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Article',
        url: publicUrl + path,
        headline: title ?? (firstWords(content, HEADLINE_MAX) || texts.postWithoutWords),
        datePublished: publishedAt,
        author: { '@id': `${url}#creator` },
        isAccessibleForFree: true,
      },
    })),
  }
}

/** A post's page. What is behind a plan is said to be, so that search engines don't take it for a trick. */
export function postData(facts: {
  post: z.infer<typeof post>
  title: string
  description: string
  imageUrl: string
  publicUrl: string
}): object {
  const { post: shown, title, description, imageUrl, publicUrl } = facts
  const { creatorId: creator, path, publishedAt, locked } = shown
  const page = `${publicUrl}/${creator.pageHandle}`
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    mainEntityOfPage: publicUrl + path,
    url: publicUrl + path,
    headline: Array.from(title).slice(0, HEADLINE_MAX).join(''),
    description,
    image: imageUrl,
    datePublished: publishedAt,
    author: { '@type': 'Person', '@id': `${page}#creator`, name: creator.pageName, url: page },
    isAccessibleForFree: !locked,
    ...(locked && {
      hasPart: {
        '@type': 'WebPageElement',
        isAccessibleForFree: false,
        cssSelector: `.${MEMBERS_ONLY_CLASS_NAME}`,
      },
    }),
  }
}
