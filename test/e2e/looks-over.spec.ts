import { tellLooks } from './looks.ts'
import { overViews } from './views.ts'

tellLooks(overViews)
