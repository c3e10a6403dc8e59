import type { StoryTalk } from './talk.ts'

export const ASHA_TALK: StoryTalk = {
  comments: {
    'The chorus that took four years': [
      {
        by: 'priya',
        daysAgo: 0.17,
        text: 'Please release the waltz. I am begging you. For science.',
        reactions: { '😂': ['ravi', 'owen', 'asha'], '🙏': ['lucia', 'jonas'] },
        replies: [
          {
            by: 'asha',
            daysAgo: 0.16,
            text: 'It has a spoken part. In French. I don’t speak French.',
            reactions: { '😂': ['priya', 'owen', 'sofia', 'lucia'] },
          },
          { by: 'lucia', daysAgo: 0.15, text: 'Now it has to come out.' },
        ],
      },
      {
        by: 'ravi',
        daysAgo: 0.12,
        text: 'The rain really does do the rest. I listened on the bus with the window open and missed my stop.',
        reactions: { '❤️': ['asha', 'sofia'] },
      },
      {
        by: 'owen',
        daysAgo: 0.08,
        text: 'Is that the harmonium at the end or the fridge?',
        replies: [
          {
            by: 'asha',
            daysAgo: 0.07,
            text: '@owen the fridge. In D, luckily.',
            reactions: { '🎉': ['owen', 'jonas', 'imani'] },
          },
        ],
      },
    ],
    'Four crossings': [
      {
        by: 'imani',
        daysAgo: 2.1,
        text: 'The one in the rain. You can hear it.',
        reactions: { '👍': ['kofi', 'hana', 'farid'] },
      },
      { by: 'hana', daysAgo: 1.9, text: 'Dusk, for the green of the hills. But I would frame the rain.' },
      {
        by: 'kofi',
        daysAgo: 1.6,
        text: 'Night! Two boats, two lanterns, two sides of a record.',
        reactions: { '❤️': ['asha'] },
        replies: [{ by: 'asha', daysAgo: 1.5, text: 'Side A and side B. I hadn’t seen that. Thank you.' }],
      },
    ],
    'The record is mixed': [
      {
        by: 'tomas',
        daysAgo: 3.2,
        text: 'A thunderstorm on the bridge, and not even the bridge of the ferry. Congratulations from a wet tent near Gorizia.',
        reactions: { '😂': ['asha', 'ravi'], '❤️': ['imani'] },
      },
      {
        by: 'farid',
        daysAgo: 2.8,
        text: 'Thirty-one minutes is exactly my walk to work. See you on the first.',
      },
    ],
    'How I record at home': [
      {
        by: 'jonas',
        daysAgo: 7.9,
        text: 'Tried the coats. My neighbour asked whether I was moving out. It sounds wonderful.',
        reactions: { '😂': ['asha', 'priya', 'noor', 'owen'] },
      },
      {
        by: 'sofia',
        daysAgo: 7.4,
        text: 'How do you keep the keys from rattling in the fridge?',
        replies: [
          { by: 'asha', daysAgo: 7.3, text: 'In the butter compartment. They have never been so calm.' },
        ],
      },
    ],
  },
  rooms: [
    {
      name: 'Kitchen table',
      topic: 'Say hello, tell us what you are listening to, stay for tea.',
      messages: [
        {
          by: 'asha',
          daysAgo: 6.2,
          text: 'Welcome to the kitchen. There are more chairs than it looks. Tell us where you are and what is on.',
          reactions: { '❤️': ['ravi', 'noor', 'priya', 'lucia', 'sofia'] },
        },
        { by: 'noor', daysAgo: 6.1, text: 'Beirut, on the balcony, Fairuz and the neighbour’s drill.' },
        {
          by: 'sofia',
          daysAgo: 6.05,
          text: 'Umeå. It has been dark since lunch, so: everything with strings.',
        },
        {
          by: 'kofi',
          daysAgo: 5.4,
          text: 'Accra. My daughter has learned the la-la of Paper Boats and nothing else. Day nine.',
          reactions: { '😂': ['asha', 'priya', 'hana'], '❤️': ['noor'] },
          replies: [
            { by: 'asha', daysAgo: 5.3, text: 'Please tell her she is in the band.' },
            { by: 'kofi', daysAgo: 5.2, text: 'She says the band needs a trumpet. She has one.' },
          ],
        },
        {
          by: 'hana',
          daysAgo: 3.1,
          text: 'Does anyone know the name of the raga Asha hums before Salt?',
          replies: [
            { by: 'ravi', daysAgo: 3.05, text: 'Bhairavi, I think. My father would know.' },
            { by: 'asha', daysAgo: 3.0, text: 'Bhairavi. Greetings to your father, @ravi.' },
          ],
        },
        {
          by: 'farid',
          daysAgo: 1.2,
          text: 'Power cut in our street. Singing the second verse to the candles.',
        },
        {
          by: 'asha',
          daysAgo: 1.1,
          text: 'Candles are the best audience. They never look at their phones.',
          reactions: { '❤️': ['farid', 'owen', 'jonas'], '😂': ['meera'] },
        },
        {
          by: 'meera',
          daysAgo: 0.3,
          text: 'Good morning from Kochi. What should I start with, if I have twenty minutes?',
        },
        {
          by: 'priya',
          daysAgo: 0.28,
          text: '@meera Ferry song, third attempt. Then the first and the second, to feel better about everything.',
          reactions: { '👍': ['ravi', 'meera'] },
        },
        { by: 'meera', daysAgo: 0.26, text: 'Perfect, thank you!' },
      ],
    },
    {
      name: 'Remix club',
      topic: 'What you make of the stems, and how.',
      plan: 'Tipsy',
      messages: [
        {
          by: 'jonas',
          daysAgo: 3.9,
          text: 'Salt at half the speed turns into a lullaby. The tanpura becomes a ship.',
          reactions: { '🎉': ['asha', 'owen'], '❤️': ['sofia', 'lucia'] },
        },
        {
          by: 'owen',
          daysAgo: 3.6,
          text: 'How did you keep the guitar from falling apart? Mine sounds like soup.',
        },
        {
          by: 'jonas',
          daysAgo: 3.5,
          text: 'Cut every note by hand, then gave up and left the third verse alone. The soup is on purpose now.',
          reactions: { '😂': ['owen', 'priya', 'asha'] },
        },
        {
          by: 'lucia',
          daysAgo: 2.2,
          text: 'I put the bus from the recording on the beat. It comes in on two and four. I swear I did nothing.',
          replies: [
            { by: 'asha', daysAgo: 2.1, text: 'I told you it is a band member.' },
            { by: 'ravi', daysAgo: 2.0, text: 'Does it get paid?' },
            {
              by: 'asha',
              daysAgo: 1.95,
              text: 'In diesel.',
              reactions: { '😂': ['ravi', 'lucia', 'jonas'] },
            },
          ],
        },
        {
          by: 'sofia',
          daysAgo: 0.5,
          text: 'First attempt done. Two minutes, mostly breathing. Where do I send it?',
        },
        {
          by: 'asha',
          daysAgo: 0.45,
          text: '@sofia here, once it is a file, or by mail. I am playing three of them at the next evening.',
          reactions: { '🎉': ['sofia', 'owen', 'priya', 'imani'] },
        },
      ],
    },
    {
      name: 'Dates',
      topic: 'Concerts and evenings. Only Asha writes here.',
      isForNews: true,
      messages: [
        {
          by: 'asha',
          daysAgo: 9,
          text: 'The next evening is on Sunday at eight, Pune time. Bring questions and something warm.',
        },
        {
          by: 'asha',
          daysAgo: 4.9,
          text: 'Moved by two hours because of the power. Same kitchen, more candles.',
        },
      ],
    },
  ],
}
