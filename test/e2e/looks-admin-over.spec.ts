import { adminOverViews } from './admin-views.ts'
import { tellLooks } from './looks.ts'

tellLooks(adminOverViews)
