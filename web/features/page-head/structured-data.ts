import type * as z from 'zod/mini'

import type { creatorPage } from '#contract/creators/routes.ts'
import type { plan } from '#contract/plans/routes.ts'
import type { post } from '#contract/posts/routes.ts'

import { pageHeadTexts as texts } from './messages.ts'

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
    ...(newest ? { dateModified: newest.createdAt } : {}),
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
    ...(openPosts.length > 0 ? { hasPart: listOfPosts(openPosts, url) } : {}),
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

function listOfPosts(posts: readonly z.infer<typeof post>[], url: string): object {
  return {
    '@type': 'ItemList',
    itemListElement: posts.map(({ _id: id, content, createdAt }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Article',
        '@id': `${url}#${id}`,
        headline: headlineOf(content),
        datePublished: createdAt,
        author: { '@id': `${url}#creator` },
        isAccessibleForFree: true,
      },
    })),
  }
}

/** The first words of a post's sanitised HTML. */
function headlineOf(html: string): string {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(words).slice(0, 110).join('') || texts.postWithoutWords
}
