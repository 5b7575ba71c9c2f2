import type { NewPerson } from '#sandbox/workplace/people.ts'

/** How often a person in the sample team has used the product. The history is planned from it. */
export interface Habit {
  /** Chance of reporting anything on a working day, 0 to 1. */
  workday: number
  /** The same for Saturday and Sunday. */
  weekend: number
  /** Most reports on a working day that has any; the least is one. On a weekend it is always one. */
  mostPerDay: number
  /** Length of the streak that lasted until yesterday, in days; 0 leaves it to chance. */
  streakDays: number
}

export interface SamplePerson extends NewPerson {
  role: 'user' | 'moderator' | 'admin'
  /** Null for somebody who never reported anything. */
  habit: Habit | null
}

const keen = { workday: 0.95, weekend: 0.6, mostPerDay: 4 }
const regular = { workday: 0.7, weekend: 0.15, mostPerDay: 3 }
const occasional = { workday: 0.25, weekend: 0.05, mostPerDay: 2 }
const rare = { workday: 0.08, weekend: 0, mostPerDay: 1 }

const photographed = new Set([
  'aisha',
  'chloe',
  'grace',
  'hana',
  'jose',
  'kenji',
  'leila',
  'mai',
  'marta',
  'priya',
  'rafael',
  'tane',
  'tomasz',
  'zoe',
])

/** The team of Brightwater, a made-up company: 24 people, among them one admin and two moderators. 14 have a picture. */
export const samplePeople: readonly SamplePerson[] = [
  person('Marta Oliveira', 'marta.oliveira', {
    title: 'Chief Executive',
    habit: { ...regular, streakDays: 6 },
    role: 'admin',
  }),
  person('Tomasz Wójcik', 'tomasz.wojcik', {
    title: 'Head of Marketing',
    habit: { ...keen, streakDays: 24 },
    role: 'moderator',
  }),
  person('Aisha Bello', 'aisha.bello', {
    title: 'Social Media Lead',
    habit: { ...keen, streakDays: 27 },
    role: 'moderator',
  }),
  person('Kenji Watanabe', 'kenji.watanabe', {
    title: 'Staff Engineer',
    habit: { ...regular, streakDays: 3 },
  }),
  person('Priya Raghavan', 'priya.raghavan', {
    title: 'Product Manager',
    habit: { ...keen, streakDays: 12 },
  }),
  person('Søren Kjær', 'soren.kjaer', { title: 'Data Engineer', habit: { ...occasional, streakDays: 0 } }),
  person('Zoë Brandt', 'zoe.brandt', { title: 'Designer', habit: { ...regular, streakDays: 9 } }),
  person('ليلى حداد', 'leila.haddad', {
    title: 'Customer Success Manager',
    habit: { ...keen, streakDays: 18 },
  }),
  person('José Ángel Núñez', 'jose.nunez', {
    title: 'Account Executive',
    habit: { ...regular, streakDays: 0 },
  }),
  person('Nguyễn Thị Mai', 'mai.nguyen', { title: 'Accountant', habit: { ...regular, streakDays: 5 } }),
  person('Grace Wanjiru Kamau', 'grace.kamau', { title: 'Tax Adviser', habit: { ...keen, streakDays: 15 } }),
  person('Oluwaseun Adeyemi', 'seun.adeyemi', {
    title: 'Sales Development',
    habit: { ...occasional, streakDays: 2 },
  }),
  person('Ingrid Håkansson', 'ingrid.hakansson', {
    title: 'Office Manager',
    habit: { ...occasional, streakDays: 0 },
  }),
  person('Rafael Monteiro', 'rafael.monteiro', {
    title: 'Support Engineer',
    habit: { ...regular, streakDays: 4 },
  }),
  person('Şebnem Yıldız', 'sebnem.yildiz', {
    title: 'Frontend Engineer',
    habit: { ...occasional, streakDays: 0 },
  }),
  person('Liam O’Connor', 'liam.oconnor', { title: 'Partner Manager', habit: { ...regular, streakDays: 0 } }),
  person('Hana Nováková', 'hana.novakova', { title: 'Recruiter', habit: { ...keen, streakDays: 8 } }),
  person('Dmytro Shevchenko', 'dmytro.shevchenko', {
    title: 'Site Reliability Engineer',
    habit: { ...rare, streakDays: 0 },
  }),
  person('Chloé Lefèvre', 'chloe.lefevre', { title: 'Copywriter', habit: { ...regular, streakDays: 7 } }),
  person('Mei-Ling Chen', 'meiling.chen', { title: 'Finance Lead', habit: { ...occasional, streakDays: 1 } }),
  person('Tane Ngata', 'tane.ngata', { title: 'Video Producer', habit: { ...regular, streakDays: 0 } }),
  person('Samuel Adjei-Mensah', 'samuel.adjei', {
    title: 'Payroll Specialist',
    habit: { ...rare, streakDays: 0 },
  }),
  person('Wilhelmina van der Berg-Oosterhuis', 'mina.vanderberg', { title: 'Legal Counsel', habit: null }),
  person('Arjun Mehta', 'arjun.mehta', { title: 'Intern, Engineering', habit: null }),
]

/** A member of another workspace, whom the product must turn away. */
export const sampleOutsiders: readonly NewPerson[] = [
  {
    name: 'Vera Lindqvist',
    handle: 'vera.lindqvist',
    email: 'vera.lindqvist@northgate.example',
    avatar: null,
    title: 'Visitor from another company',
  },
]

interface Details {
  title: string
  habit: Habit | null
  role?: SamplePerson['role']
}

function person(name: string, handle: string, { title, habit, role = 'user' }: Details): SamplePerson {
  const mark = role === 'user' ? {} : { mark: role }
  const [firstName = ''] = handle.split('.')
  const avatar = photographed.has(firstName) ? `/pictures/people/${firstName}.svg` : null
  return { name, handle, email: `${handle}@brightwater.example`, avatar, title, role, habit, ...mark }
}
