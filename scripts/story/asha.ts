import type { StoryPage } from './story-page.ts'
import { ASHA_TALK } from './talk-asha.ts'

const HOW_I_RECORD = `<p>People ask which microphone. It is the cheap one. Everything you like about the sound of these songs is the room, and the room is a kitchen with a cupboard full of coats.</p><p>I have made two records in proper studios, with glass and a person called an assistant. They sound very good and I never listen to them. This one was made between the fridge and the window, and I would not change a minute of it. So here is how, in case you have a kitchen too.</p><h2>Make the room smaller</h2><p>A microphone hears walls before it hears you. What matters is the cupboard: coats left and right, the door half open, and nobody cooking. Sing into the coats, not at them. If you hear yourself clap, hang up another one.</p><p>Three things that cost nothing:</p><ol><li>Switch the fridge off. Put your keys in it, so you remember to switch it back on.</li><li>Record the silence first. You will need it, and you will be surprised how loud it is.</li><li>Sing it three times, then go for a walk. The fourth take is always the first one again.</li></ol><h2>Keep the accident</h2><p>On <em>Salt</em> you can hear a bus. I spent a weekend trying to take it out and then another putting it back, because without it the verse had nowhere to go.</p><blockquote><p>If a sound comes in on time, it is not noise any more. It is a band member you don't have to feed.</p></blockquote><p>My grandmother said something like that about guests. I think she meant the same thing.</p><h2>What it costs</h2><p>I promised to tell you what your memberships become, so this is the whole bill for the kitchen part of the record:</p><ul><li>One microphone, second hand: $62</li><li>Coats: already there</li><li>A day with a man who moved four faders by a hair and was right about all of them: $240</li><li>Chocolate cake, for the evening about the order of the songs: $9</li></ul><p>Everything else went into two days with the tanpura, which does not fit into a cupboard.</p><p><a class="link-card" href="https://songs.asharao.example/cupboard"><span class="link-card-title">The cupboard, before and after coats</span><span class="link-card-text">Two recordings of the same line, one minute each. You don't need headphones to hear which is which.</span></a></p><hr><p>Next time: why the quiet song comes second, and what became of the drum machine.</p>`

/** A musician's week: she lives from it. */
export const ASHA: StoryPage = {
  owner: 'asha',
  handle: 'asha',
  pageName: 'Asha Rao',
  headline: 'Songs between Pune and the sea: demos, stems and the stories behind them',
  bannerTitle: 'Monsoon sessions',
  bannerSubtitle: 'Seven songs recorded while it rained',
  topics: ['folk', 'songwriting', 'home recording'],
  about: `I write songs in a kitchen in Pune and finish them wherever there is sea. Ten years of bands taught me that the best part of a record is everything nobody hears: the demo sung into a phone, the verse that had to go, the take that was too honest.

Here you get all of that, first and unpolished. What you pay becomes studio days; I post what each of them cost.

New songs when they are done, usually two a month.`,
  links: ['https://asharao.example/concerts', 'https://songs.asharao.example'],
  showsCounts: true,
  platformPlan: 'Pro',
  banner: 'harbour',
  portrait: 'singer',
  followers: 38,
  plans: [
    {
      name: 'Buzzed',
      priceCents: 500,
      description: 'Every song a week before everyone else\nA thank-you in the liner notes',
    },
    {
      name: 'Tipsy',
      priceCents: 999,
      description:
        'Everything in Buzzed\nDemos, and lyrics with their crossed-out lines\nA monthly evening where you ask and I play\nA say in which song is finished next',
      isRecommended: true,
    },
    {
      name: 'Drunk',
      priceCents: 2500,
      description:
        'Everything in Tipsy\nWhole sessions, to play with\nYour name on the record\nOne song a year of your choice',
    },
  ],
  collections: [
    {
      title: 'How a song is made',
      description: 'From the first line on a ferry ticket to the last fader, in the order it happened.',
    },
    {
      title: 'Monsoon Sessions',
      description: 'Everything about the record: songs, stems, and the thunderstorm we kept.',
    },
  ],
  posts: [
    {
      daysAgo: 0.2,
      plan: 'Tipsy',
      title: 'The chorus that took four years',
      teaser:
        'From a ferry ticket to two chords: every version of Paper Boats, including the embarrassing one.',
      html: `<p>I found the first line of <em>Paper Boats</em> on a ferry ticket from 2022. The melody came last Tuesday, while the kettle was on. Here is every version in between, including the embarrassing one.</p><ul><li>2022: a waltz, for some reason</li><li>2024: the one with the drum machine</li><li>2026: two chords, and the rain does the rest</li></ul><p>The waltz has a good second verse. I have stolen it.</p>`,
      cover: 'paperBoats',
      media: [{ kind: 'tune', tune: 'boats', seconds: 48 }],
      likes: 5,
      collection: 'How a song is made',
    },
    {
      daysAgo: 1.1,
      plan: 'Buzzed',
      opensInDays: 5.9,
      title: 'Early: “Harbour Lights”',
      teaser: 'The first single, a week ahead of everyone. Headphones, please.',
      html: `<p>The first single, a week ahead. Listen with headphones: the left side is the window, the right side is the street.</p><p>Then it opens for everyone, so if you know somebody who should hear it, that is the day to send it.</p>`,
      cover: 'lamps',
      media: [{ kind: 'tune', tune: 'harbour', seconds: 75 }],
      likes: 7,
      collection: 'Monsoon Sessions',
    },
    {
      daysAgo: 2.3,
      title: 'Four crossings',
      html: `<p>I took the ferry four times last week to find out when the light is best for the record's cover. It is always the one you almost miss.</p>`,
      media: [
        {
          kind: 'picture',
          picture: 'ferryAtDawn',
          alt: 'Dawn: a fishing boat with a red sail on pink water',
        },
        { kind: 'picture', picture: 'ferryInRain', alt: 'Rain over the bay, seen past the rail of a ferry' },
        { kind: 'picture', picture: 'ferryAtDusk', alt: 'Dusk: gulls above green hills and a low sun' },
        { kind: 'picture', picture: 'ferryAtNight', alt: 'Night: two boats with lanterns and a small moon' },
      ],
      poll: {
        question: 'Which crossing should be on the cover?',
        options: ['Dawn', 'Rain', 'Dusk', 'Night'],
        votes: [9, 4, 14, 3],
        endsAfterDays: 7,
      },
      likes: 23,
    },
    {
      daysAgo: 3.4,
      title: 'The record is mixed',
      html: `<p>Seven songs, thirty-one minutes, one thunderstorm that we kept because it came in exactly on the bridge.</p><p>Thank you for waiting with me. <strong>Monsoon Sessions</strong> is out next week; members hear the first song tomorrow.</p>`,
      media: [{ kind: 'video', picture: 'harbour', tune: 'harbour', seconds: 14 }],
      likes: 31,
      collection: 'Monsoon Sessions',
    },
    {
      daysAgo: 4.2,
      plan: 'Tipsy',
      title: 'Stems for “Salt”',
      teaser: 'Play with the song itself: the tanpura and the guitar as they came off the microphone.',
      html: `<p>Make something with them and send it to me; I will play my favourites at the next evening. The whole session is for <em>Drunk</em>: it is large, and it is everything.</p>`,
      files: [
        { name: 'salt-tanpura.wav', tune: 'boats', seconds: 20 },
        { name: 'salt-guitar.wav', tune: 'harbour', seconds: 20 },
        { name: 'salt-whole-session.wav', tune: 'boats', seconds: 60, plan: 'Drunk' },
      ],
      likes: 4,
      collection: 'Monsoon Sessions',
    },
    {
      daysAgo: 5.1,
      html: `<p>Tonight's evening moves to Sunday: the power has been gone since four, and I am writing this by the light of a phone and one very proud candle.</p><p>Tell me when you can come, and I will see to the candles.</p>`,
      poll: {
        question: 'When shall we meet on Sunday?',
        options: ['At five, with tea', 'At eight, after supper', 'At ten, when it is quiet'],
        votes: [5, 12, 8],
        endsAfterDays: 3,
      },
      likes: 12,
    },
    {
      daysAgo: 6.3,
      title: 'How I record at home',
      html: HOW_I_RECORD,
      cover: 'kitchen',
      likes: 34,
      collection: 'How a song is made',
    },
    {
      daysAgo: 12,
      plan: 'Buzzed',
      title: 'Seven songs, in this order',
      teaser: 'Why the quiet one comes second, and which song lost its place to the thunderstorm.',
      html: `<p>An order is an argument. Ours took three evenings and most of a chocolate cake.</p><ol><li>Salt</li><li>Paper Boats</li><li>Harbour Lights</li><li>The Cupboard Song</li><li>Nobody Cooking</li><li>Rain Delay</li><li>What the Window Said</li></ol><p>The quiet one comes second because that is when people have put the kettle on and sat down.</p>`,
      cover: 'ripples',
      likes: 6,
      collection: 'Monsoon Sessions',
    },
    {
      daysAgo: 40,
      title: 'Start here',
      html: `<p>Welcome. This page is my kitchen table: what is on it is half finished, and you are early.</p><p>If you are new, begin with <a href="/asha/posts/how-i-record-at-home">How I record at home</a>, then hear what became of it. Members get songs a week early; the demos and stems are for those who like to see how it is done. Nobody has to pay to stay.</p>`,
      cover: 'staves',
      isPinned: true,
      likes: 36,
    },
  ],
  drafts: [
    {
      title: 'Monsoon Sessions is out',
      html: `<p>It is yours now. All seven songs, everywhere, and the long version here.</p>`,
      cover: 'ferryAtDusk',
      goesOutInDays: 4,
    },
    {
      title: 'Ferry song, third attempt',
      html: `<p>The verse wants to be in five. I keep telling it no.</p>`,
      plan: 'Tipsy',
    },
  ],
  talk: ASHA_TALK,
}
