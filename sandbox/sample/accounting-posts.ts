import { addressOn } from './addresses.ts'
import type { SamplePost } from './posts.ts'

const practice = {
  name: 'Brightwater Accounting',
  handle: '@brightwater.accounting',
  picture: '/pictures/brands/accounting.svg',
}
const account = 'brightwater-accounting-example'

/** Posts of the company's second brand, an accounting practice. */
export const accountingPosts: readonly SamplePost[] = [
  {
    platform: 'linkedin',
    brand: 'accounting',
    age: { days: 28, hours: 6 },
    content: `A checklist for the end of the quarter, from people who do four hundred of them:

1. Match the bank first. Everything else is easier after that.
2. Look at who owes you money before you look at what you owe.
3. Photograph the receipts in your coat. Yes, that coat.
4. Write down the one number you were surprised by, and ask us why.

#accounting #quarterend #checklist`,
    postUrl: addressOn('linkedin', account, 'quarter-end-checklist'),
    author: practice,
    counts: [41, 5, 13, 2_900],
  },
  {
    platform: 'facebook',
    brand: 'accounting',
    age: { days: 26, hours: 4 },
    content: 'The deadline for advance payments is on Friday. A reminder costs nothing; a late payment does.',
    postUrl: addressOn('facebook', account, 'advance-payments'),
    author: practice,
    counts: [6, 0, 3, 480],
  },
  {
    platform: 'twitter',
    brand: 'accounting',
    age: { days: 23, hours: 7 },
    content: 'You can deduct the desk. You cannot deduct the cat on the desk. We checked.',
    postUrl: addressOn('twitter', account, 'the-cat-on-the-desk'),
    picture: '/pictures/posts/cat.svg',
    author: practice,
    counts: [151, 24, 38, 12_700],
  },
  {
    platform: 'youtube',
    brand: 'accounting',
    age: { days: 21, hours: 5 },
    content: `Grace explains VAT on services abroad, with a map, three colours of string and no jargon. Twelve minutes that will save you a phone call. #vat #freelance`,
    postUrl: addressOn('youtube', account, 'vat-abroad'),
    author: practice,
    counts: [57, 13, 9, 3_610],
  },
  {
    platform: 'linkedin',
    brand: 'accounting',
    age: { days: 17, hours: 4 },
    content: `Should I become a limited company? It is the question we hear most, and the answer is rarely about tax.

Ask yourself these first:

- What happens to your home if a customer sues you? Liability is the reason that matters, and the one that people discover last.
- Do your customers care? Some buyers will not sign with a sole trader, whatever the price. Three lost contracts cost more than any saving.
- Can you leave money in the business? If you need every cent each month, much of the advantage is gone.
- Will you keep up with the paperwork? A company has accounts, minutes and deadlines of its own. Somebody has to love them, or be paid to.
- Are you likely to sell, or to take on a partner? Both are far easier with shares than with a handshake.

Only then open the calculator. As a rough guide, below about 40,000 in profit the difference is usually smaller than the extra cost; above 70,000 it is usually larger; between the two it depends on pensions, on cars and on whom you employ.

We have put our own worksheet online: two pages, no e-mail address required. Bring it when you come to see us, with the numbers in pencil.

One more thing. You can change your mind later. It is work, but it is not a catastrophe, and we have done it in both directions.

#smallbusiness #limitedcompany #soletrader #taxadvice`,
    postUrl: addressOn('linkedin', account, 'limited-company-or-not'),
    author: practice,
    counts: [68, 21, 30, 7_450],
  },
  {
    platform: 'instagram',
    brand: 'accounting',
    age: { days: 15, hours: 8 },
    content: `Meet Mai, who found 1,260 in unclaimed allowances for a client this week, and celebrated with phở.

#meettheteam #accountants`,
    postUrl: addressOn('instagram', account, 'mai'),
    author: practice,
    counts: [62, 8, 1, 1_840],
  },
  {
    platform: 'facebook',
    brand: 'accounting',
    age: { days: 13, hours: 2 },
    content: `Free evening for founders: "Your first payroll", with Samuel and Grace. Thursday at 18:30, in the Lisbon office and online.

Bring a contract, leave with a plan.`,
    postUrl: '',
    author: practice,
    counts: null,
  },
  {
    platform: 'tiktok',
    brand: 'accounting',
    age: { days: 11, hours: 3 },
    content: 'Three receipts you should never throw away, ranked by how much we cried. #taxtok',
    postUrl: addressOn('tiktok', account, 'three-receipts'),
    picture: '/pictures/posts/receipts.svg',
    author: practice,
    counts: [205, 16, 14, 15_300],
  },
  {
    platform: 'twitter',
    brand: 'accounting',
    age: { days: 9, hours: 6 },
    content: 'New mileage rates are out. The short version: a little more by car, a lot more by bicycle.',
    postUrl: addressOn('twitter', account, 'mileage-rates'),
    author: practice,
    counts: [18, 3, 7, 1_980],
  },
  {
    platform: 'linkedin',
    brand: 'accounting',
    age: { days: 7, hours: 3 },
    content: `We analysed 2,300 overdue invoices (anonymised, with permission). Three findings:

Invoices sent on a Tuesday morning are paid six days sooner than those sent on a Friday afternoon.
A first reminder after three days works better than a stern one after thirty.
The words "thank you" in the payment line are worth about two days.

#cashflow #invoicing #data`,
    postUrl: addressOn('linkedin', account, 'overdue-invoices'),
    author: practice,
    counts: [84, 19, 27, 6_080],
  },
  {
    platform: 'youtube',
    brand: 'accounting',
    age: { days: 5, hours: 7 },
    content: 'Payslips, line by line. Samuel takes one apart with scissors.',
    postUrl: addressOn('youtube', account, 'payslips-line-by-line'),
    author: practice,
    counts: [29, 4, 2, 1_260],
  },
  {
    platform: 'facebook',
    brand: 'accounting',
    age: { days: 2, hours: 4 },
    content: `The office is closed on Friday for our team day. Urgent deadline? Call the usual number: somebody with a laptop and a sandwich will answer.`,
    postUrl: '',
    author: practice,
    counts: null,
  },
  {
    platform: 'linkedin',
    brand: 'accounting',
    age: { days: 0, hours: 20 },
    content: `Year-end is closer than it looks. Four things that are cheap to do now, and expensive to do in January:

• Count your stock once, roughly. You will find the error while there is time.
• Book the equipment you need anyway.
• Check what is left of everybody's allowances.
• Tell us about the strange thing that happened in March.

#yearend #taxplanning`,
    postUrl: addressOn('linkedin', account, 'before-year-end'),
    picture: '/pictures/posts/yearend.svg',
    author: practice,
    angles: ['The strange thing that happened in March', 'What you do before every year-end'],
    counts: [19, 2, 4, 1_140],
  },
]
