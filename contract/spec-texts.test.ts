import { describe, expect, test } from 'vitest'

import { accountMessages } from './accounts/messages.ts'
import { creatorMessages } from './creators/messages.ts'
import { mediaMessages } from './media/messages.ts'
import { planMessages } from './plans/messages.ts'
import {
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_NAME_MAX_LENGTH,
  PLAN_PRICE_MIN_CENTS,
  YEARLY_DISCOUNT_PERCENT,
} from './plans/pricing.ts'
import { postMessages } from './posts/messages.ts'
import { siteMessages } from './site/messages.ts'
import { subscriptionMessages } from './subscriptions/messages.ts'

/*
 * The sentences of the specification, which Cheers was first asked to have, kept by hand beside the catalogues: one that is
 * reworded or lost fails here before a person misses it.
 */
const TEXTS: readonly [catalogue: Readonly<Record<string, string>>, texts: readonly string[]][] = [
  [
    accountMessages,
    [
      'Email is required',
      'Password is required',
      'Last name is required',
      'Username is required',
      'Please confirm your password',
      'Passwords do not match',
      'All fields are required',
      'Login successful!',
      'Activation email sent!',
      'Profile updated successfully!',
      'Something went wrong',
      'Activating your account...',
      'Account Activated!',
      'Activation Failed',
      'The token is invalid or has expired. Please request a new activation link.',
    ],
  ],
  [
    creatorMessages,
    [
      'Creator name is required.',
      'Plan is required.',
      'Username is required.',
      'Username can only contain letters, numbers, dashes, and underscores with no spaces.',
      'Please fill all required fields',
    ],
  ],
  [
    planMessages,
    [
      'Plan deleted successfully',
      'Failed to delete plan',
      'Are you sure you want to delete this plan?',
      'Choose your membership',
    ],
  ],
  [
    postMessages,
    [
      'Post created successfully',
      'Failed to create post, please try again',
      'Post deleted successfully',
      'Failed to delete post',
      'Are you sure you want to delete this post?',
      'Free - All followers',
      'Publish Post',
      'Uploading...',
      "Couldn't fetch the link data",
      "Couldn't get this link data, try the other one",
      'Wrong response format from the server',
    ],
  ],
  [mediaMessages, ['Max file size is 500MB']],
  [
    siteMessages,
    [
      'Transform Your Passion Into a Thriving Business',
      'Join a community of successful creators who are building sustainable income streams.',
      'Empowering creators to build sustainable businesses and meaningful connections.',
      'Start Creating Today',
      'Contact Us for Custom Pricing',
      'Need a custom plan? We offer per-creation pricing models too!',
    ],
  ],
  [
    subscriptionMessages,
    ['Payment successful', 'Payment failed: ', 'Payment popup closed.', 'Failed to create checkout session'],
  ],
]

describe.each(TEXTS)('the catalogue', (catalogue, texts) => {
  test.each(texts)('says: %s', (text) => {
    expect(Object.values(catalogue)).toContain(text)
  })
})

test('messages about the handle say "username", and no other message of that form does', () => {
  const aboutHandle = Object.entries(creatorMessages).filter(([name]) => name.startsWith('handle'))
  const others = Object.entries(creatorMessages).filter(([name]) => !name.startsWith('handle'))
  expect(aboutHandle.filter(([, text]) => !/username/i.test(text))).toEqual([])
  expect(others.filter(([, text]) => /username/i.test(text))).toEqual([])
})

test('the limits of plans are those of the specification', () => {
  expect({
    PLAN_NAME_MAX_LENGTH,
    PLAN_DESCRIPTION_MAX_LENGTH,
    PLAN_PRICE_MIN_CENTS,
    YEARLY_DISCOUNT_PERCENT,
  }).toEqual({
    PLAN_NAME_MAX_LENGTH: 20,
    PLAN_DESCRIPTION_MAX_LENGTH: 200,
    PLAN_PRICE_MIN_CENTS: 500,
    YEARLY_DISCOUNT_PERCENT: 10,
  })
})
