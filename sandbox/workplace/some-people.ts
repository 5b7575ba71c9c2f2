import type { NewPerson } from './people.ts'

/** People whose names and titles contain characters that pages and messages must escape. */
export const newPeople: NewPerson[] = [
  {
    name: 'Ana Lima',
    handle: 'ana.lima',
    email: 'ana.lima@brightwater.example',
    avatar: 'https://brightwater.example/ana.png',
    title: 'Engineer',
    mark: 'admin',
  },
  {
    name: 'Bo <script>"Quote"</script>',
    handle: 'bo',
    email: 'bo@brightwater.example',
    avatar: null,
    title: 'Support & care',
  },
  { name: 'Chidi Okafor', handle: 'chidi', email: 'chidi@brightwater.example', avatar: null, title: 'Sales' },
]
export const newOutsiders: NewPerson[] = [
  { name: 'Olga Else', handle: 'olga', email: 'olga@elsewhere.example', avatar: null, title: 'Visitor' },
]
