import { memberJourneys } from './journeys.ts'

memberJourneys(768, 'dark')
