import { addressOn } from './addresses.ts'
import type { SamplePost } from './posts.ts'

const company = {
  name: 'Brightwater',
  handle: '@brightwater',
  picture: '/pictures/brands/brightwater.svg',
}
const marta = { name: 'Marta Oliveira', handle: null, picture: '/pictures/people/marta.svg' }
const account = 'brightwater-example'

/** Posts of the company itself. */
export const brightwaterPosts: readonly SamplePost[] = [
  {
    platform: 'linkedin',
    brand: 'default',
    age: { days: 29, hours: 21 },
    content: `We are hiring four engineers and one very patient person for our support team.

What you get: real problems, a calm codebase, and colleagues who write things down.
What we ask: curiosity, and the courage to say "I don't know yet".

Remote anywhere within three hours of Lisbon. #hiring #remotework #engineering`,
    postUrl: addressOn('linkedin', account, 'autumn-openings'),
    author: company,
    counts: [31, 6, 9, 2_140],
  },
  {
    platform: 'twitter',
    brand: 'default',
    age: { days: 29, hours: 18 },
    content: 'Invoices that chase themselves. That is the whole post. #smallbusiness',
    postUrl: addressOn('twitter', account, 'invoices-that-chase-themselves'),
    author: company,
    counts: [12, 1, 2, 890],
  },
  {
    platform: 'instagram',
    brand: 'default',
    age: { days: 27, hours: 3 },
    content: `Lisbon office, 7:40 in the morning. The coffee machine won its third award in a row.

#officelife #lisbon #teambrightwater`,
    postUrl: addressOn('instagram', account, 'lisbon-morning'),
    picture: '/pictures/posts/lisbon.svg',
    author: company,
    counts: [44, 5, 0, 1_310],
  },
  {
    platform: 'youtube',
    brand: 'default',
    age: { days: 25, hours: 6 },
    content: `New video: from shoebox to balance sheet in eleven minutes.

Tane follows Rosa, who runs a bakery with nine people, through her first month with Brightwater. No script, no actors, and one memorable box of receipts that had been rained on.

Chapters
00:00 The shoebox
02:15 Taking pictures of 214 receipts
05:40 What the bank already knew
08:05 The first report that made sense
10:20 What Rosa would do differently`,
    postUrl: addressOn('youtube', account, 'from-shoebox-to-balance-sheet'),
    author: company,
    counts: [88, 17, 12, 6_420],
  },
  {
    platform: 'linkedin',
    brand: 'default',
    age: { days: 22, hours: 4 },
    content: `Five years ago, three of us sat in a kitchen in Porto and wrote a list of everything that small companies hate about their own money. It had sixty-one lines. I still have the paper.

Line 1 was "I never know what I can spend". Line 2 was "my accountant calls once a year, and it is never good news". Line 17, in capitals, was "PASSWORDS".

Today, 11,400 companies run on what grew out of that list. We have crossed out thirty-eight of the sixty-one lines. Some of them took an afternoon. Line 2 took four years, because it was never a software problem: it was about when people talk to each other, and about what. We had to change how accountants and owners meet before we could build a single screen.

Three things I would tell the people in that kitchen:

1. Sit next to customers, not opposite them. Everything we got right, we saw over somebody's shoulder. Everything we got wrong, we heard in a meeting room.
2. Write down what you decide not to do. Our "not now" list has saved us more months than any roadmap.
3. Pay the boring bills first. Backups, accessibility, documentation. Nobody thanks you for them, until the one day when everybody does.

Twenty-three lines are left. We know which one is next.

To the people who wrote code, answered phones, cleaned up data at midnight and stayed kind while doing it: this is yours. Thank you.

#smallbusiness #fiveyears #startups #leadership`,
    postUrl: addressOn('linkedin', account, 'sixty-one-lines'),
    author: marta,
    counts: [312, 58, 41, 18_900],
  },
  {
    platform: 'facebook',
    brand: 'default',
    age: { days: 20, hours: 2 },
    content: `Saturday is open day at our Porto office: come by between 10:00 and 16:00, bring the children, and bring the question about your books that you never dared to ask.

Cake by Rosa, who is in our new video.`,
    postUrl: addressOn('facebook', account, 'porto-open-day'),
    author: company,
    counts: [27, 9, 6, 1_720],
  },
  {
    platform: 'tiktok',
    brand: 'default',
    age: { days: 18, hours: 7 },
    content:
      'POV: it is the last day of the quarter and your bank feed is already reconciled 🎉 #accountingtok #smallbiz',
    postUrl: addressOn('tiktok', account, 'last-day-of-the-quarter'),
    author: company,
    counts: [640, 33, 71, 48_300],
  },
  {
    platform: 'twitter',
    brand: 'default',
    age: { days: 16, hours: 5 },
    content: `Status: the slow exports of this morning are fixed. A queue was doing one job at a time when it should have done eight. Nothing was lost. We have written down what happened and how we will notice sooner.`,
    postUrl: addressOn('twitter', account, 'slow-exports'),
    author: company,
    counts: [9, 4, 1, 1_050],
  },
  {
    platform: 'linkedin',
    brand: 'default',
    age: { days: 14, hours: 3 },
    content: `Our accessibility report for the year is out. We tested with eleven people who use screen readers, switches or very large text, and paid every one of them.

They found 143 problems. 121 are fixed, 22 have a date, and none of them is "won't do".

The most useful sentence of the year came from Ruth, who has used a screen reader for thirty years: "Your tables are fine. It's your silence I can't work with." So now the app says what it is doing.

The whole report, with the problems we have not solved: #a11y #inclusivedesign`,
    postUrl: addressOn('linkedin', account, 'accessibility-2026'),
    author: company,
    counts: [96, 14, 22, 5_230],
  },
  {
    platform: 'instagram',
    brand: 'default',
    age: { days: 12, hours: 8 },
    content: `Behind the scenes with Zoë and the new icon set: 64 drawings, 12 rounds, 1 argument about the umbrella.

Which one would you have picked?

#productdesign #icons #designprocess`,
    postUrl: '#',
    author: company,
    counts: null,
  },
  {
    platform: 'youtube',
    brand: 'default',
    age: { days: 10, hours: 4 },
    content: `Live on Thursday: ask our engineers anything. Kenji and Şebnem answer your questions about bank connections, exports and why the dark theme took so long.`,
    postUrl: addressOn('youtube', account, 'ask-our-engineers'),
    author: company,
    counts: [22, 11, 3, 980],
  },
  {
    platform: 'facebook',
    brand: 'default',
    age: { days: 8, hours: 6 },
    content: `Thank you, Porto! 180 visitors, 14 cakes, one lost teddy bear (he is at the front desk, he is fine, and his name is now Ledger).`,
    postUrl: addressOn('facebook', account, 'porto-open-day-thanks'),
    picture: '/pictures/posts/porto.svg',
    author: company,
    counts: [73, 19, 4, 2_860],
  },
  {
    platform: 'linkedin',
    brand: 'default',
    age: { days: 6, hours: 2 },
    content: `Every quarter, everybody at Brightwater spends two days in customer support. Engineers, designers, lawyers, me.

Last week it was my turn. I took 31 calls. Here is what I learned, in the order of how much it hurt:

- We use the word "reconcile" eleven times on one screen. A florist asked me what it means, and I needed four sentences. On Monday it became "match".
- Two people had printed our confirmation e-mail, because they did not believe the app when it said "saved". They were right not to: it disappears after a second.
- One caller had been putting off a question for eight months, because he thought it was stupid. It was about whether deleting a draft also tells the tax office. It does not. Eight months.
- Nobody, in two days, asked for a new feature. They asked for the ones we have to be where they look for them.

Then there was Mr Almeida, who is 78 and runs a garage. He rang to tell us that he had found the mistake himself, that it was his own, and that he only wanted to say that the help page was good. I have printed that one. It hangs in the kitchen, beside the sixty-one lines.

If you lead a company and have not answered its phone this year: take two days. You will come back with a shorter roadmap.

#customersupport #leadership #smallbusiness`,
    postUrl: addressOn('linkedin', account, 'two-days-on-the-phone'),
    picture: '/pictures/posts/phone.svg',
    author: marta,
    question: 'What did your last two days in support teach you?',
    counts: [187, 42, 19, 9_740],
  },
  {
    platform: 'twitter',
    brand: 'default',
    age: { days: 4, hours: 5 },
    content: 'Dark theme is here. Your eyes, at the end of the month, are welcome. #shipped',
    postUrl: addressOn('twitter', account, 'dark-theme'),
    picture: '/pictures/posts/dark.svg',
    author: company,
    counts: [38, 7, 11, 2_410],
  },
  {
    platform: 'tiktok',
    brand: 'default',
    age: { days: 3, hours: 6 },
    content: `Our intern explains double-entry bookkeeping with two buckets and a hose. Yes, the carpet dried. No, it was not our carpet.

#bookkeeping #learnontiktok`,
    postUrl: addressOn('tiktok', account, 'two-buckets'),
    picture: '/pictures/posts/buckets.svg',
    author: company,
    counts: [410, 52, 28, 31_600],
  },
  {
    platform: 'instagram',
    brand: 'default',
    age: { days: 1, hours: 9 },
    content: 'Ledger the bear has been collected. He asked to keep the badge. #teambrightwater',
    postUrl: addressOn('instagram', account, 'ledger-the-bear'),
    picture: '/pictures/posts/bear.svg',
    author: company,
    angles: ['Where Ledger should travel next'],
    counts: [35, 12, 2, 1_020],
  },
  {
    platform: 'linkedin',
    brand: 'default',
    age: { days: 0, hours: 3 },
    content: `Bank connections now reconnect by themselves when a consent runs out, in all 14 countries.

It sounds small. It was the reason for one in six support calls. #productupdate #openbanking`,
    postUrl: addressOn('linkedin', account, 'bank-connections-reconnect'),
    picture: '/pictures/posts/bank.svg',
    author: company,
    question: 'What did a lost bank connection cost you or your customers?',
    angles: [
      'What you worked on for this',
      'A support call that will not come again',
      'Why consents run out at all, in a sentence',
    ],
    counts: [14, 3, 2, 610],
  },
]
