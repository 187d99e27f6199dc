// Generated from the migrated database by scripts/generate-database-types.ts; a test compares the two.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      audit_events: {
        Row: {
          attempt_id: string | null
          business_type: string | null
          created_at: string
          email: string | null
          error_message: string | null
          event: string
          id: number
          user_id: string | null
        }
        Insert: {
          attempt_id?: string | null
          business_type?: string | null
          created_at?: string
          email?: string | null
          error_message?: string | null
          event: string
          id?: never
          user_id?: string | null
        }
        Update: {
          attempt_id?: string | null
          business_type?: string | null
          created_at?: string
          email?: string | null
          error_message?: string | null
          event?: string
          id?: never
          user_id?: string | null
        }
        Relationships: [
        ]
      }
      audit_trail: {
        Row: {
          aal: string | null
          action: string
          actor_id: string | null
          actor_role: string
          address: string | null
          after: Json | null
          before: Json | null
          created_at: string
          id: number
          subject_id: string | null
          subject_type: string
        }
        Insert: {
          aal?: string | null
          action: string
          actor_id?: string | null
          actor_role: string
          address?: string | null
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          subject_id?: string | null
          subject_type: string
        }
        Update: {
          aal?: string | null
          action?: string
          actor_id?: string | null
          actor_role?: string
          address?: string | null
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          subject_id?: string | null
          subject_type?: string
        }
        Relationships: [
        ]
      }
      board_contacts: {
        Row: {
          board_member_id: number
          email: string | null
          phone: string | null
          public_contact: boolean
        }
        Insert: {
          board_member_id: number
          email?: string | null
          phone?: string | null
          public_contact?: boolean
        }
        Update: {
          board_member_id?: number
          email?: string | null
          phone?: string | null
          public_contact?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "board_contacts_board_member_id_fkey"
            columns: ["board_member_id"]
            isOneToOne: true
            referencedRelation: "board_members"
            referencedColumns: ["id"]
          },
        ]
      }
      board_members: {
        Row: {
          bio: string
          created_at: string
          id: number
          image: string | null
          is_demo: boolean
          is_published: boolean
          linkedin: string | null
          name: string
          position: string
          sort_order: number
          twitter: string | null
          type: string
          updated_at: string
        }
        Insert: {
          bio: string
          created_at?: string
          id?: number
          image?: string | null
          is_demo?: boolean
          is_published?: boolean
          linkedin?: string | null
          name: string
          position: string
          sort_order?: number
          twitter?: string | null
          type: string
          updated_at?: string
        }
        Update: {
          bio?: string
          created_at?: string
          id?: number
          image?: string | null
          is_demo?: boolean
          is_published?: boolean
          linkedin?: string | null
          name?: string
          position?: string
          sort_order?: number
          twitter?: string | null
          type?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      breach_events: {
        Row: {
          author_id: string
          body: string
          breach_id: string
          changes: Json
          created_at: string
          happened_at: string
          id: number
          kind: string
        }
        Insert: {
          author_id: string
          body: string
          breach_id: string
          changes?: Json
          created_at?: string
          happened_at: string
          id?: never
          kind: string
        }
        Update: {
          author_id?: string
          body?: string
          breach_id?: string
          changes?: Json
          created_at?: string
          happened_at?: string
          id?: never
          kind?: string
        }
        Relationships: [
          {
            foreignKeyName: "breach_events_breach_id_fkey"
            columns: ["breach_id"]
            isOneToOne: false
            referencedRelation: "breaches"
            referencedColumns: ["id"]
          },
        ]
      }
      breaches: {
        Row: {
          aware_at: string
          closed_at: string | null
          closed_by: string | null
          commission_notified_at: string | null
          commission_reference: string | null
          consequences: string
          created_at: string
          data_categories: string[]
          detection: string
          facts: string
          id: string
          measures: string
          opened_by: string
          people_categories: string[]
          people_count: number | null
          people_notified_at: string | null
          records_count: number | null
          reminded_hours: number
          risk: string | null
          title: string
          updated_at: string
        }
        Insert: {
          aware_at: string
          closed_at?: string | null
          closed_by?: string | null
          commission_notified_at?: string | null
          commission_reference?: string | null
          consequences: string
          created_at?: string
          data_categories: string[]
          detection: string
          facts: string
          id?: string
          measures: string
          opened_by: string
          people_categories: string[]
          people_count?: number | null
          people_notified_at?: string | null
          records_count?: number | null
          reminded_hours?: number
          risk?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          aware_at?: string
          closed_at?: string | null
          closed_by?: string | null
          commission_notified_at?: string | null
          commission_reference?: string | null
          consequences?: string
          created_at?: string
          data_categories?: string[]
          detection?: string
          facts?: string
          id?: string
          measures?: string
          opened_by?: string
          people_categories?: string[]
          people_count?: number | null
          people_notified_at?: string | null
          records_count?: number | null
          reminded_hours?: number
          risk?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      buyers: {
        Row: {
          additional_info: string | null
          address: string
          alternative_phone: string | null
          annual_purchase_volume: string | null
          annual_purchase_volume_max_tonnes: number | null
          annual_purchase_volume_min_tonnes: number | null
          annual_revenue: number | null
          answers_version: number
          average_order_quantity: string | null
          business_type: string
          buyer_type: string
          channel: string | null
          city: string
          company_name: string | null
          contact_email: string | null
          contact_first_name: string | null
          contact_last_name: string | null
          contact_phone: string | null
          contact_title: string | null
          country: string
          created_at: string
          decline_reason: string | null
          entered_by: string | null
          has_photo: boolean
          hear_about_us: string | null
          id: string
          is_demo: boolean
          locale: string | null
          payment_terms_preference: string | null
          products_of_interest: string | null
          quality_certifications: string | null
          reference: string
          registration_number: string | null
          sent_again_at: string | null
          sort_contact: string | null
          state: string
          status: string
          supersedes_id: string | null
          target_markets: string | null
          terms_accepted_at: string | null
          terms_version: string | null
          updated_at: string
          user_id: string | null
          website: string | null
          years_in_business: string | null
          merged_with: Json | null
        }
        Insert: {
          additional_info?: string | null
          address: string
          alternative_phone?: string | null
          annual_purchase_volume?: string | null
          annual_purchase_volume_max_tonnes?: never
          annual_purchase_volume_min_tonnes?: never
          annual_revenue?: number | null
          answers_version?: number
          average_order_quantity?: string | null
          business_type: string
          buyer_type: string
          channel?: string | null
          city: string
          company_name?: string | null
          contact_email?: string | null
          contact_first_name?: string | null
          contact_last_name?: string | null
          contact_phone?: string | null
          contact_title?: string | null
          country: string
          created_at?: string
          decline_reason?: string | null
          entered_by?: string | null
          has_photo?: boolean
          hear_about_us?: string | null
          id?: string
          is_demo?: boolean
          locale?: string | null
          payment_terms_preference?: string | null
          products_of_interest?: string | null
          quality_certifications?: string | null
          reference?: string
          registration_number?: string | null
          sent_again_at?: string | null
          sort_contact?: string | null
          state: string
          status?: string
          supersedes_id?: string | null
          target_markets?: string | null
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
          website?: string | null
          years_in_business?: string | null
        }
        Update: {
          additional_info?: string | null
          address?: string
          alternative_phone?: string | null
          annual_purchase_volume?: string | null
          annual_purchase_volume_max_tonnes?: never
          annual_purchase_volume_min_tonnes?: never
          annual_revenue?: number | null
          answers_version?: number
          average_order_quantity?: string | null
          business_type?: string
          buyer_type?: string
          channel?: string | null
          city?: string
          company_name?: string | null
          contact_email?: string | null
          contact_first_name?: string | null
          contact_last_name?: string | null
          contact_phone?: string | null
          contact_title?: string | null
          country?: string
          created_at?: string
          decline_reason?: string | null
          entered_by?: string | null
          has_photo?: boolean
          hear_about_us?: string | null
          id?: string
          is_demo?: boolean
          locale?: string | null
          payment_terms_preference?: string | null
          products_of_interest?: string | null
          quality_certifications?: string | null
          reference?: string
          registration_number?: string | null
          sent_again_at?: string | null
          sort_contact?: string | null
          state?: string
          status?: string
          supersedes_id?: string | null
          target_markets?: string | null
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
          website?: string | null
          years_in_business?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "buyers_supersedes_id_fkey"
            columns: ["supersedes_id"]
            isOneToOne: false
            referencedRelation: "buyers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "buyers_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      career_categories: {
        Row: {
          background_colour: string
          colour: string
          icon: string
          id: string
          sort_order: number
          title: string
          updated_at: string
        }
        Insert: {
          background_colour?: string
          colour: string
          icon: string
          id: string
          sort_order: number
          title: string
          updated_at?: string
        }
        Update: {
          background_colour?: string
          colour?: string
          icon?: string
          id?: string
          sort_order?: number
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      career_positions: {
        Row: {
          category_id: string
          created_at: string
          description: string
          id: string
          is_demo: boolean
          is_published: boolean
          level: string
          location: string
          posted_on: string
          sort_order: number
          title: string
          type: string
          updated_at: string
        }
        Insert: {
          category_id: string
          created_at?: string
          description: string
          id: string
          is_demo?: boolean
          is_published?: boolean
          level: string
          location: string
          posted_on?: string
          sort_order?: number
          title: string
          type?: string
          updated_at?: string
        }
        Update: {
          category_id?: string
          created_at?: string
          description?: string
          id?: string
          is_demo?: boolean
          is_published?: boolean
          level?: string
          location?: string
          posted_on?: string
          sort_order?: number
          title?: string
          type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "career_positions_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "career_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      cart_items: {
        Row: {
          created_at: string
          product_id: string
          quantity: number
          seen_price_kobo: number
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          product_id: string
          quantity?: number
          seen_price_kobo: number
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          product_id?: string
          quantity?: number
          seen_price_kobo?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "cart_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "cart_items_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      company_facts: {
        Row: {
          is_demo: boolean
          key: string
          updated_at: string
          value: string | null
        }
        Insert: {
          is_demo?: boolean
          key: string
          updated_at?: string
          value?: string | null
        }
        Update: {
          is_demo?: boolean
          key?: string
          updated_at?: string
          value?: string | null
        }
        Relationships: [
        ]
      }
      consents: {
        Row: {
          channel: string
          created_at: string
          id: number
          is_given: boolean
          purpose: string
          record_id: string | null
          record_type: string | null
          recorded_by: string | null
          text_version: string
          user_id: string | null
        }
        Insert: {
          channel: string
          created_at?: string
          id?: never
          is_given: boolean
          purpose: string
          record_id?: string | null
          record_type?: string | null
          recorded_by?: string | null
          text_version: string
          user_id?: string | null
        }
        Update: {
          channel?: string
          created_at?: string
          id?: never
          is_given?: boolean
          purpose?: string
          record_id?: string | null
          record_type?: string | null
          recorded_by?: string | null
          text_version?: string
          user_id?: string | null
        }
        Relationships: [
        ]
      }
      contact_messages: {
        Row: {
          about_id: string | null
          about_reference: string | null
          about_type: string | null
          answered_at: string | null
          answered_by: string | null
          created_at: string
          email: string | null
          id: string
          idempotency_key: string | null
          is_demo: boolean
          message: string
          name: string
          phone: string | null
          replied_at: string | null
          status: string
          topic: string
          updated_at: string
        }
        Insert: {
          about_id?: string | null
          about_reference?: string | null
          about_type?: string | null
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          email?: string | null
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          message: string
          name: string
          phone?: string | null
          replied_at?: string | null
          status?: string
          topic: string
          updated_at?: string
        }
        Update: {
          about_id?: string | null
          about_reference?: string | null
          about_type?: string | null
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          email?: string | null
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          message?: string
          name?: string
          phone?: string | null
          replied_at?: string | null
          status?: string
          topic?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      content_drafts: {
        Row: {
          author_id: string | null
          changes: Json
          created_at: string
          id: string
          published_at: string | null
          published_by: string | null
          title: string
          updated_at: string
        }
        Insert: {
          author_id?: string | null
          changes: Json
          created_at?: string
          id?: string
          published_at?: string | null
          published_by?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          author_id?: string | null
          changes?: Json
          created_at?: string
          id?: string
          published_at?: string | null
          published_by?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      correction_requests: {
        Row: {
          created_at: string
          id: number
          message: string | null
          notes: Json
          record_id: string
          record_type: string
          submission_version: number
        }
        Insert: {
          created_at?: string
          id?: never
          message?: string | null
          notes: Json
          record_id: string
          record_type: string
          submission_version: number
        }
        Update: {
          created_at?: string
          id?: never
          message?: string | null
          notes?: Json
          record_id?: string
          record_type?: string
          submission_version?: number
        }
        Relationships: [
        ]
      }
      counter_offers: {
        Row: {
          buyer_address: string | null
          buyer_company: string | null
          buyer_contact: string | null
          buyer_country: string | null
          created_at: string
          currency: string
          deliver_to: string | null
          grade: string | null
          hs_code: string | null
          id: string
          incoterms: string | null
          moisture_max_percent: number | null
          named_place: string | null
          note: string | null
          order_id: string
          origin: string | null
          packing: string | null
          payment_terms: string
          prices_kobo: number[]
          quantities: number[]
          quote_id: string
          tolerance_percent: number | null
          total_kobo: number
          window_from: string | null
          window_to: string | null
        }
        Insert: {
          buyer_address?: string | null
          buyer_company?: string | null
          buyer_contact?: string | null
          buyer_country?: string | null
          created_at?: string
          currency: string
          deliver_to?: string | null
          grade?: string | null
          hs_code?: string | null
          id?: string
          incoterms?: string | null
          moisture_max_percent?: number | null
          named_place?: string | null
          note?: string | null
          order_id: string
          origin?: string | null
          packing?: string | null
          payment_terms: string
          prices_kobo: number[]
          quantities: number[]
          quote_id: string
          tolerance_percent?: number | null
          total_kobo: number
          window_from?: string | null
          window_to?: string | null
        }
        Update: {
          buyer_address?: string | null
          buyer_company?: string | null
          buyer_contact?: string | null
          buyer_country?: string | null
          created_at?: string
          currency?: string
          deliver_to?: string | null
          grade?: string | null
          hs_code?: string | null
          id?: string
          incoterms?: string | null
          moisture_max_percent?: number | null
          named_place?: string | null
          note?: string | null
          order_id?: string
          origin?: string | null
          packing?: string | null
          payment_terms?: string
          prices_kobo?: number[]
          quantities?: number[]
          quote_id?: string
          tolerance_percent?: number | null
          total_kobo?: number
          window_from?: string | null
          window_to?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "counter_offers_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "counter_offers_quote_id_fkey"
            columns: ["quote_id"]
            isOneToOne: false
            referencedRelation: "quotes"
            referencedColumns: ["id"]
          },
        ]
      }
      courses: {
        Row: {
          ends_on: string
          gets: string | null
          id: number
          is_demo: boolean
          is_published: boolean
          languages: string
          learns: string
          place: string
          price_kobo: number
          seats: number
          starts_on: string
          state: string
          title: string
          topic: string
          trainer: string | null
          updated_at: string
        }
        Insert: {
          ends_on: string
          gets?: string | null
          id?: never
          is_demo?: boolean
          is_published?: boolean
          languages: string
          learns: string
          place: string
          price_kobo: number
          seats: number
          starts_on: string
          state: string
          title: string
          topic: string
          trainer?: string | null
          updated_at?: string
        }
        Update: {
          ends_on?: string
          gets?: string | null
          id?: never
          is_demo?: boolean
          is_published?: boolean
          languages?: string
          learns?: string
          place?: string
          price_kobo?: number
          seats?: number
          starts_on?: string
          state?: string
          title?: string
          topic?: string
          trainer?: string | null
          updated_at?: string
        }
        Relationships: [
        ]
      }
      crop_seasons: {
        Row: {
          crop: string
          harvest_from: number
          harvest_to: number
          id: number
          is_demo: boolean
          is_published: boolean
          note: string | null
          planting_from: number
          planting_to: number
          sort_order: number
          source: string | null
          states: string
          updated_at: string
        }
        Insert: {
          crop: string
          harvest_from: number
          harvest_to: number
          id?: never
          is_demo?: boolean
          is_published?: boolean
          note?: string | null
          planting_from: number
          planting_to: number
          sort_order?: number
          source?: string | null
          states: string
          updated_at?: string
        }
        Update: {
          crop?: string
          harvest_from?: number
          harvest_to?: number
          id?: never
          is_demo?: boolean
          is_published?: boolean
          note?: string | null
          planting_from?: number
          planting_to?: number
          sort_order?: number
          source?: string | null
          states?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      decision_events: {
        Row: {
          actor_id: string | null
          actor_role: string
          created_at: string
          from_status: string
          id: number
          own_record: boolean
          reason: string | null
          record_id: string
          record_owner: string | null
          record_type: string
          to_status: string
          undoes: number | null
        }
        Insert: {
          actor_id?: string | null
          actor_role: string
          created_at?: string
          from_status: string
          id?: never
          own_record?: boolean
          reason?: string | null
          record_id: string
          record_owner?: string | null
          record_type: string
          to_status: string
          undoes?: number | null
        }
        Update: {
          actor_id?: string | null
          actor_role?: string
          created_at?: string
          from_status?: string
          id?: never
          own_record?: boolean
          reason?: string | null
          record_id?: string
          record_owner?: string | null
          record_type?: string
          to_status?: string
          undoes?: number | null
        }
        Relationships: [
        ]
      }
      decline_reasons: {
        Row: {
          body: string
          id: number
          position: number
          record_type: string | null
          updated_at: string
        }
        Insert: {
          body: string
          id?: never
          position?: number
          record_type?: string | null
          updated_at?: string
        }
        Update: {
          body?: string
          id?: never
          position?: number
          record_type?: string | null
          updated_at?: string
        }
        Relationships: [
        ]
      }
      delivery_zones: {
        Row: {
          areas: string[]
          capacity_kg: number | null
          capacity_orders: number | null
          cutoff_days: number
          id: string
          is_active: boolean
          is_demo: boolean
          name: string
          step_grams: number[]
          step_kobo: number[]
          updated_at: string
          weekdays: number[]
        }
        Insert: {
          areas: string[]
          capacity_kg?: number | null
          capacity_orders?: number | null
          cutoff_days?: number
          id?: string
          is_active?: boolean
          is_demo?: boolean
          name: string
          step_grams: number[]
          step_kobo: number[]
          updated_at?: string
          weekdays: number[]
        }
        Update: {
          areas?: string[]
          capacity_kg?: number | null
          capacity_orders?: number | null
          cutoff_days?: number
          id?: string
          is_active?: boolean
          is_demo?: boolean
          name?: string
          step_grams?: number[]
          step_kobo?: number[]
          updated_at?: string
          weekdays?: number[]
        }
        Relationships: [
        ]
      }
      depots: {
        Row: {
          address: string
          hours: string
          id: string
          is_active: boolean
          is_demo: boolean
          lead_days: number
          lga: string
          name: string
          state: string
          updated_at: string
          weekdays: number[]
        }
        Insert: {
          address: string
          hours: string
          id?: string
          is_active?: boolean
          is_demo?: boolean
          lead_days?: number
          lga: string
          name: string
          state: string
          updated_at?: string
          weekdays: number[]
        }
        Update: {
          address?: string
          hours?: string
          id?: string
          is_active?: boolean
          is_demo?: boolean
          lead_days?: number
          lga?: string
          name?: string
          state?: string
          updated_at?: string
          weekdays?: number[]
        }
        Relationships: [
        ]
      }
      farmer_private: {
        Row: {
          address: string | null
          farmer_id: string
          gender: string | null
          updated_at: string
        }
        Insert: {
          address?: string | null
          farmer_id: string
          gender?: string | null
          updated_at?: string
        }
        Update: {
          address?: string | null
          farmer_id?: string
          gender?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "farmer_private_farmer_id_fkey"
            columns: ["farmer_id"]
            isOneToOne: true
            referencedRelation: "farmers"
            referencedColumns: ["id"]
          },
        ]
      }
      farmers: {
        Row: {
          answers_version: number
          challenges: string | null
          channel: string | null
          city: string | null
          contact_email: string | null
          contact_name: string | null
          created_at: string
          crops_grown: string[]
          decline_reason: string | null
          entered_by: string | null
          farm_name: string
          farm_size_acres: number | null
          farm_size_code: string | null
          farming_experience_code: string | null
          farming_experience_years: number | null
          farming_methods: string | null
          goals: string | null
          has_photo: boolean
          id: string
          is_demo: boolean
          locale: string | null
          location: string
          other_crops: string | null
          phone: string | null
          reference: string
          sent_again_at: string | null
          sort_contact: string | null
          state: string | null
          status: string
          terms_accepted_at: string | null
          terms_version: string | null
          updated_at: string
          user_id: string | null
          merged_with: Json | null
        }
        Insert: {
          answers_version?: number
          challenges?: string | null
          channel?: string | null
          city?: string | null
          contact_email?: string | null
          contact_name?: string | null
          created_at?: string
          crops_grown: string[]
          decline_reason?: string | null
          entered_by?: string | null
          farm_name: string
          farm_size_acres?: number | null
          farm_size_code?: string | null
          farming_experience_code?: string | null
          farming_experience_years?: number | null
          farming_methods?: string | null
          goals?: string | null
          has_photo?: boolean
          id?: string
          is_demo?: boolean
          locale?: string | null
          location: string
          other_crops?: string | null
          phone?: string | null
          reference?: string
          sent_again_at?: string | null
          sort_contact?: string | null
          state?: string | null
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          answers_version?: number
          challenges?: string | null
          channel?: string | null
          city?: string | null
          contact_email?: string | null
          contact_name?: string | null
          created_at?: string
          crops_grown?: string[]
          decline_reason?: string | null
          entered_by?: string | null
          farm_name?: string
          farm_size_acres?: number | null
          farm_size_code?: string | null
          farming_experience_code?: string | null
          farming_experience_years?: number | null
          farming_methods?: string | null
          goals?: string | null
          has_photo?: boolean
          id?: string
          is_demo?: boolean
          locale?: string | null
          location?: string
          other_crops?: string | null
          phone?: string | null
          reference?: string
          sent_again_at?: string | null
          sort_contact?: string | null
          state?: string | null
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "farmers_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      impact_figures: {
        Row: {
          as_of: string | null
          id: number
          is_demo: boolean
          label: string
          page: string
          position: number
          source: string | null
          updated_at: string
          value: string
        }
        Insert: {
          as_of?: string | null
          id?: never
          is_demo?: boolean
          label: string
          page: string
          position: number
          source?: string | null
          updated_at?: string
          value: string
        }
        Update: {
          as_of?: string | null
          id?: never
          is_demo?: boolean
          label?: string
          page?: string
          position?: number
          source?: string | null
          updated_at?: string
          value?: string
        }
        Relationships: [
        ]
      }
      investor_private: {
        Row: {
          additional_info: string | null
          address: string | null
          annual_income: string | null
          annual_revenue: string | null
          bank_name: string | null
          business_type: string | null
          company_email: string | null
          company_phone: string | null
          contact_person_title: string | null
          employee_count: string | null
          employer_name: string | null
          established_year: number | null
          industry: string | null
          investor_id: string
          linkedin_profile: string | null
          nationality: string | null
          occupation: string | null
          partnership_type: string | null
          previous_crypto_investments: string | null
          previous_partnerships: string | null
          registration_number: string | null
          tax_id: string | null
          updated_at: string
          valid_id_type: string | null
          website: string | null
        }
        Insert: {
          additional_info?: string | null
          address?: string | null
          annual_income?: string | null
          annual_revenue?: string | null
          bank_name?: string | null
          business_type?: string | null
          company_email?: string | null
          company_phone?: string | null
          contact_person_title?: string | null
          employee_count?: string | null
          employer_name?: string | null
          established_year?: number | null
          industry?: string | null
          investor_id: string
          linkedin_profile?: string | null
          nationality?: string | null
          occupation?: string | null
          partnership_type?: string | null
          previous_crypto_investments?: string | null
          previous_partnerships?: string | null
          registration_number?: string | null
          tax_id?: string | null
          updated_at?: string
          valid_id_type?: string | null
          website?: string | null
        }
        Update: {
          additional_info?: string | null
          address?: string | null
          annual_income?: string | null
          annual_revenue?: string | null
          bank_name?: string | null
          business_type?: string | null
          company_email?: string | null
          company_phone?: string | null
          contact_person_title?: string | null
          employee_count?: string | null
          employer_name?: string | null
          established_year?: number | null
          industry?: string | null
          investor_id?: string
          linkedin_profile?: string | null
          nationality?: string | null
          occupation?: string | null
          partnership_type?: string | null
          previous_crypto_investments?: string | null
          previous_partnerships?: string | null
          registration_number?: string | null
          tax_id?: string | null
          updated_at?: string
          valid_id_type?: string | null
          website?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "investor_private_investor_id_fkey"
            columns: ["investor_id"]
            isOneToOne: true
            referencedRelation: "investors"
            referencedColumns: ["id"]
          },
        ]
      }
      investors: {
        Row: {
          answers_version: number
          channel: string | null
          city: string | null
          company_name: string | null
          contact_email: string | null
          contact_name: string | null
          contact_phone: string | null
          country: string | null
          created_at: string
          crypto_experience: string | null
          currency: string
          decline_reason: string | null
          entered_by: string | null
          experience_level: string | null
          id: string
          investment_amount: string
          investment_amount_max: number | null
          investment_amount_min: number | null
          investment_goals: string | null
          investor_type: string
          is_demo: boolean
          locale: string | null
          preferred_sectors: string[] | null
          reference: string
          risk_tolerance: string | null
          sent_again_at: string | null
          sort_contact: string | null
          state: string | null
          status: string
          terms_accepted_at: string | null
          terms_version: string | null
          updated_at: string
          user_id: string | null
          wallet_address: string | null
          merged_with: Json | null
        }
        Insert: {
          answers_version?: number
          channel?: string | null
          city?: string | null
          company_name?: string | null
          contact_email?: string | null
          contact_name?: string | null
          contact_phone?: string | null
          country?: string | null
          created_at?: string
          crypto_experience?: string | null
          currency?: string
          decline_reason?: string | null
          entered_by?: string | null
          experience_level?: string | null
          id?: string
          investment_amount: string
          investment_amount_max?: number | null
          investment_amount_min?: number | null
          investment_goals?: string | null
          investor_type: string
          is_demo?: boolean
          locale?: string | null
          preferred_sectors?: string[] | null
          reference?: string
          risk_tolerance?: string | null
          sent_again_at?: string | null
          sort_contact?: string | null
          state?: string | null
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
          wallet_address?: string | null
        }
        Update: {
          answers_version?: number
          channel?: string | null
          city?: string | null
          company_name?: string | null
          contact_email?: string | null
          contact_name?: string | null
          contact_phone?: string | null
          country?: string | null
          created_at?: string
          crypto_experience?: string | null
          currency?: string
          decline_reason?: string | null
          entered_by?: string | null
          experience_level?: string | null
          id?: string
          investment_amount?: string
          investment_amount_max?: number | null
          investment_amount_min?: number | null
          investment_goals?: string | null
          investor_type?: string
          is_demo?: boolean
          locale?: string | null
          preferred_sectors?: string[] | null
          reference?: string
          risk_tolerance?: string | null
          sent_again_at?: string | null
          sort_contact?: string | null
          state?: string | null
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          updated_at?: string
          user_id?: string | null
          wallet_address?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "investors_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      job_applications: {
        Row: {
          cover_note: string | null
          created_at: string
          cv_bytes: number
          cv_name: string
          cv_path: string
          cv_type: string
          decline_reason: string | null
          email: string
          full_name: string
          id: string
          idempotency_key: string | null
          is_demo: boolean
          phone: string
          position_id: string | null
          position_title: string | null
          status: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          cover_note?: string | null
          created_at?: string
          cv_bytes: number
          cv_name: string
          cv_path: string
          cv_type: string
          decline_reason?: string | null
          email: string
          full_name: string
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          phone: string
          position_id?: string | null
          position_title?: string | null
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          cover_note?: string | null
          created_at?: string
          cv_bytes?: number
          cv_name?: string
          cv_path?: string
          cv_type?: string
          decline_reason?: string | null
          email?: string
          full_name?: string
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          phone?: string
          position_id?: string | null
          position_title?: string | null
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "job_applications_position_id_fkey"
            columns: ["position_id"]
            isOneToOne: false
            referencedRelation: "career_positions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "job_applications_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      legal_texts: {
        Row: {
          author_id: string | null
          id: string
          kind: string
          published_at: string | null
          published_by: string | null
          sections: Json
          updated_at: string
          version: string | null
        }
        Insert: {
          author_id?: string | null
          id?: string
          kind: string
          published_at?: string | null
          published_by?: string | null
          sections: Json
          updated_at?: string
          version?: string | null
        }
        Update: {
          author_id?: string | null
          id?: string
          kind?: string
          published_at?: string | null
          published_by?: string | null
          sections?: Json
          updated_at?: string
          version?: string | null
        }
        Relationships: [
        ]
      }
      letters_of_credit: {
        Row: {
          advising_bank: string | null
          documents: string | null
          draft_at: string | null
          draft_path: string | null
          order_id: string
          status: string
          step_back_reason: string | null
          updated_at: string
        }
        Insert: {
          advising_bank?: string | null
          documents?: string | null
          draft_at?: string | null
          draft_path?: string | null
          order_id: string
          status?: string
          step_back_reason?: string | null
          updated_at?: string
        }
        Update: {
          advising_bank?: string | null
          documents?: string | null
          draft_at?: string | null
          draft_path?: string | null
          order_id?: string
          status?: string
          step_back_reason?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "letters_of_credit_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      mail_suppressions: {
        Row: {
          created_at: string
          created_by: string | null
          email: string
          expires_at: string | null
          reason: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          email: string
          expires_at?: string | null
          reason: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          email?: string
          expires_at?: string | null
          reason?: string
        }
        Relationships: [
        ]
      }
      message_files: {
        Row: {
          added_by: string | null
          bytes: number
          created_at: string
          message_id: number | null
          name: string
          order_message_id: number | null
          path: string
          record_id: string
          record_type: string
          type: string
        }
        Insert: {
          added_by?: string | null
          bytes: number
          created_at?: string
          message_id?: number | null
          name: string
          order_message_id?: number | null
          path: string
          record_id: string
          record_type: string
          type: string
        }
        Update: {
          added_by?: string | null
          bytes?: number
          created_at?: string
          message_id?: number | null
          name?: string
          order_message_id?: number | null
          path?: string
          record_id?: string
          record_type?: string
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "message_files_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "record_messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_files_order_message_id_fkey"
            columns: ["order_message_id"]
            isOneToOne: false
            referencedRelation: "order_messages"
            referencedColumns: ["id"]
          },
        ]
      }
      newsletter_subscriptions: {
        Row: {
          confirm_sent_at: string | null
          confirm_token_hash: string | null
          confirmed_at: string | null
          created_at: string
          email: string
          id: string
          unsubscribe_token: string
          unsubscribed_at: string | null
          updated_at: string
        }
        Insert: {
          confirm_sent_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email: string
          id?: string
          unsubscribe_token: string
          unsubscribed_at?: string | null
          updated_at?: string
        }
        Update: {
          confirm_sent_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email?: string
          id?: string
          unsubscribe_token?: string
          unsubscribed_at?: string | null
          updated_at?: string
        }
        Relationships: [
        ]
      }
      notification_choices: {
        Row: {
          created_at: string
          morning_mails: boolean
          order_mails: boolean
          registration_mails: boolean
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          morning_mails?: boolean
          order_mails?: boolean
          registration_mails?: boolean
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          morning_mails?: boolean
          order_mails?: boolean
          registration_mails?: boolean
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notification_choices_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      order_contacts: {
        Row: {
          device_hash: string | null
          email: string | null
          lga: string
          name: string
          order_id: string
          phone: string
          state: string
        }
        Insert: {
          device_hash?: string | null
          email?: string | null
          lga: string
          name: string
          order_id: string
          phone: string
          state: string
        }
        Update: {
          device_hash?: string | null
          email?: string | null
          lga?: string
          name?: string
          order_id?: string
          phone?: string
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_contacts_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_credits: {
        Row: {
          amount_kobo: number
          created_at: string
          id: string
          idempotency_key: string | null
          kind: string
          line_position: number | null
          order_id: string
          reason: string
          recorded_by: string | null
          second_by: string | null
        }
        Insert: {
          amount_kobo: number
          created_at?: string
          id?: string
          idempotency_key?: string | null
          kind: string
          line_position?: number | null
          order_id: string
          reason: string
          recorded_by?: string | null
          second_by?: string | null
        }
        Update: {
          amount_kobo?: number
          created_at?: string
          id?: string
          idempotency_key?: string | null
          kind?: string
          line_position?: number | null
          order_id?: string
          reason?: string
          recorded_by?: string | null
          second_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_credits_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_deliveries: {
        Row: {
          accepted_at: string | null
          address: string | null
          day: string | null
          day_before: string | null
          day_changed_at: string | null
          depot_id: string | null
          earlier_day: string | null
          earlier_price_kobo: number | null
          earlier_vat_kobo: number | null
          hours: string | null
          kind: string
          name: string | null
          order_id: string
          price_kobo: number | null
          quoted_at: string | null
          quoted_by: string | null
          vat_kobo: number | null
          weight_grams: number | null
          zone_id: string | null
        }
        Insert: {
          accepted_at?: string | null
          address?: string | null
          day?: string | null
          day_before?: string | null
          day_changed_at?: string | null
          depot_id?: string | null
          earlier_day?: string | null
          earlier_price_kobo?: number | null
          earlier_vat_kobo?: number | null
          hours?: string | null
          kind: string
          name?: string | null
          order_id: string
          price_kobo?: number | null
          quoted_at?: string | null
          quoted_by?: string | null
          vat_kobo?: number | null
          weight_grams?: number | null
          zone_id?: string | null
        }
        Update: {
          accepted_at?: string | null
          address?: string | null
          day?: string | null
          day_before?: string | null
          day_changed_at?: string | null
          depot_id?: string | null
          earlier_day?: string | null
          earlier_price_kobo?: number | null
          earlier_vat_kobo?: number | null
          hours?: string | null
          kind?: string
          name?: string | null
          order_id?: string
          price_kobo?: number | null
          quoted_at?: string | null
          quoted_by?: string | null
          vat_kobo?: number | null
          weight_grams?: number | null
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_deliveries_depot_id_fkey"
            columns: ["depot_id"]
            isOneToOne: false
            referencedRelation: "depots"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_deliveries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_deliveries_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "delivery_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      order_disputes: {
        Row: {
          amount: number | null
          amount_unit: string | null
          created_at: string
          id: string
          line_name: string | null
          line_position: number | null
          order_id: string
          photo_paths: string[]
          reason: string
          refund_kobo: number | null
          resolution: string | null
          resolution_note: string | null
          resolved_at: string | null
          resolved_by: string | null
          wish: string | null
        }
        Insert: {
          amount?: number | null
          amount_unit?: string | null
          created_at?: string
          id?: string
          line_name?: string | null
          line_position?: number | null
          order_id: string
          photo_paths?: string[]
          reason: string
          refund_kobo?: number | null
          resolution?: string | null
          resolution_note?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          wish?: string | null
        }
        Update: {
          amount?: number | null
          amount_unit?: string | null
          created_at?: string
          id?: string
          line_name?: string | null
          line_position?: number | null
          order_id?: string
          photo_paths?: string[]
          reason?: string
          refund_kobo?: number | null
          resolution?: string | null
          resolution_note?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          wish?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_disputes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_documents: {
        Row: {
          cancels_id: string | null
          content: Json
          content_sha256: string
          credit_id: string | null
          id: string
          issued_at: string
          kind: string
          number: string
          order_id: string
          payment_id: string | null
          quote_id: string | null
          verification_code: string
          standing: string | null
        }
        Insert: {
          cancels_id?: string | null
          content: Json
          content_sha256: string
          credit_id?: string | null
          id?: string
          issued_at: string
          kind: string
          number: string
          order_id: string
          payment_id?: string | null
          quote_id?: string | null
          verification_code: string
        }
        Update: {
          cancels_id?: string | null
          content?: Json
          content_sha256?: string
          credit_id?: string | null
          id?: string
          issued_at?: string
          kind?: string
          number?: string
          order_id?: string
          payment_id?: string | null
          quote_id?: string | null
          verification_code?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_documents_cancels_id_fkey"
            columns: ["cancels_id"]
            isOneToOne: true
            referencedRelation: "order_documents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_documents_credit_id_fkey"
            columns: ["credit_id"]
            isOneToOne: true
            referencedRelation: "order_credits"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_documents_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_documents_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_documents_quote_id_fkey"
            columns: ["quote_id"]
            isOneToOne: false
            referencedRelation: "quotes"
            referencedColumns: ["id"]
          },
        ]
      }
      order_events: {
        Row: {
          actor_id: string | null
          axis: string
          created_at: string
          from_value: string | null
          id: number
          order_id: string
          to_value: string
        }
        Insert: {
          actor_id?: string | null
          axis: string
          created_at?: string
          from_value?: string | null
          id?: never
          order_id: string
          to_value: string
        }
        Update: {
          actor_id?: string | null
          axis?: string
          created_at?: string
          from_value?: string | null
          id?: never
          order_id?: string
          to_value?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_events_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_instalments: {
        Row: {
          amount_kobo: number
          due: string
          order_id: string
          percent: number
          position: number
        }
        Insert: {
          amount_kobo: number
          due: string
          order_id: string
          percent: number
          position: number
        }
        Update: {
          amount_kobo?: number
          due?: string
          order_id?: string
          percent?: number
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_instalments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_items: {
        Row: {
          farmer_name: string
          has_left: boolean
          has_reserved_stock: boolean
          is_released: boolean
          order_id: string
          pack_amount: number
          pack_unit: string
          position: number
          price_kobo: number
          product_id: string | null
          product_name: string
          quantity: number
          total_kobo: number
          vat_class: string
          vat_kobo: number
          vat_rate_bp: number
          vat_reason: string | null
        }
        Insert: {
          farmer_name: string
          has_left?: boolean
          has_reserved_stock?: boolean
          is_released?: boolean
          order_id: string
          pack_amount: number
          pack_unit: string
          position: number
          price_kobo: number
          product_id?: string | null
          product_name: string
          quantity: number
          total_kobo?: never
          vat_class?: string
          vat_kobo?: never
          vat_rate_bp?: number
          vat_reason?: string | null
        }
        Update: {
          farmer_name?: string
          has_left?: boolean
          has_reserved_stock?: boolean
          is_released?: boolean
          order_id?: string
          pack_amount?: number
          pack_unit?: string
          position?: number
          price_kobo?: number
          product_id?: string | null
          product_name?: string
          quantity?: number
          total_kobo?: never
          vat_class?: string
          vat_kobo?: never
          vat_rate_bp?: number
          vat_reason?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      order_messages: {
        Row: {
          attempt: string | null
          author_id: string | null
          body: string
          created_at: string
          files_left_out: number
          id: number
          is_from_staff: boolean
          mail_id: string | null
          mail_message_id: string | null
          order_id: string
          whole_body: string | null
        }
        Insert: {
          attempt?: string | null
          author_id?: string | null
          body: string
          created_at?: string
          files_left_out?: number
          id?: never
          is_from_staff: boolean
          mail_id?: string | null
          mail_message_id?: string | null
          order_id: string
          whole_body?: string | null
        }
        Update: {
          attempt?: string | null
          author_id?: string | null
          body?: string
          created_at?: string
          files_left_out?: number
          id?: never
          is_from_staff?: boolean
          mail_id?: string | null
          mail_message_id?: string | null
          order_id?: string
          whole_body?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_messages_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_products: {
        Row: {
          container_20ft_kg: number | null
          container_40ft_kg: number | null
          grade: string | null
          hs_code: string | null
          id: string
          is_active: boolean
          is_demo: boolean | null
          label: string
          minimum_lot: number | null
          minimum_lot_unit: string | null
          origin_states: string | null
          packing: string | null
          photo_path: string | null
          position: number
          price_basis: string | null
          price_currency: string | null
          price_kobo: number | null
          price_on: string | null
          price_unit: string | null
          season: string | null
          updated_at: string
          vat_class: string
        }
        Insert: {
          container_20ft_kg?: number | null
          container_40ft_kg?: number | null
          grade?: string | null
          hs_code?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean | null
          label: string
          minimum_lot?: number | null
          minimum_lot_unit?: string | null
          origin_states?: string | null
          packing?: string | null
          photo_path?: string | null
          position: number
          price_basis?: string | null
          price_currency?: string | null
          price_kobo?: number | null
          price_on?: string | null
          price_unit?: string | null
          season?: string | null
          updated_at?: string
          vat_class?: string
        }
        Update: {
          container_20ft_kg?: number | null
          container_40ft_kg?: number | null
          grade?: string | null
          hs_code?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean | null
          label?: string
          minimum_lot?: number | null
          minimum_lot_unit?: string | null
          origin_states?: string | null
          packing?: string | null
          photo_path?: string | null
          position?: number
          price_basis?: string | null
          price_currency?: string | null
          price_kobo?: number | null
          price_on?: string | null
          price_unit?: string | null
          season?: string | null
          updated_at?: string
          vat_class?: string
        }
        Relationships: [
        ]
      }
      order_ratings: {
        Row: {
          comment: string | null
          created_at: string
          order_id: string
          stars: number
        }
        Insert: {
          comment?: string | null
          created_at?: string
          order_id: string
          stars: number
        }
        Update: {
          comment?: string | null
          created_at?: string
          order_id?: string
          stars?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_ratings_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_request_lines: {
        Row: {
          order_id: string
          position: number
          product: string
          quantity: number
          quantity_text: string
          unit: string
        }
        Insert: {
          order_id: string
          position: number
          product: string
          quantity: number
          quantity_text: string
          unit: string
        }
        Update: {
          order_id?: string
          position?: number
          product?: string
          quantity?: number
          quantity_text?: string
          unit?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_request_lines_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "order_requests"
            referencedColumns: ["order_id"]
          },
        ]
      }
      order_requests: {
        Row: {
          address: string
          company_name: string
          contact_person: string
          country: string
          delivery_location: string | null
          email: string
          grade: string | null
          incoterms: string
          named_place: string | null
          order_id: string
          packing: string | null
          payment_terms: string
          phone: string
          purchase_order_number: string | null
          target_price: string | null
          tolerance_percent: number | null
        }
        Insert: {
          address: string
          company_name: string
          contact_person: string
          country: string
          delivery_location?: string | null
          email: string
          grade?: string | null
          incoterms: string
          named_place?: string | null
          order_id: string
          packing?: string | null
          payment_terms: string
          phone: string
          purchase_order_number?: string | null
          target_price?: string | null
          tolerance_percent?: number | null
        }
        Update: {
          address?: string
          company_name?: string
          contact_person?: string
          country?: string
          delivery_location?: string | null
          email?: string
          grade?: string | null
          incoterms?: string
          named_place?: string | null
          order_id?: string
          packing?: string | null
          payment_terms?: string
          phone?: string
          purchase_order_number?: string | null
          target_price?: string | null
          tolerance_percent?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "order_requests_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_templates: {
        Row: {
          answers: Json
          created_at: string
          id: string
          name: string
          user_id: string
        }
        Insert: {
          answers: Json
          created_at?: string
          id?: string
          name: string
          user_id: string
        }
        Update: {
          answers?: Json
          created_at?: string
          id?: string
          name?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_templates_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          awaits_delivery: boolean
          claim_holds_until: string | null
          claimed_at: string | null
          code: string
          created_at: string
          credit_terms_reason: string | null
          crop_type: string
          currency: string
          decline_code: string | null
          decline_reason: string | null
          delivered_at: string | null
          delivers_from: string | null
          delivers_until: string | null
          delivery_address: string
          delivery_date: string | null
          delivery_kobo: number
          delivery_state: string | null
          expires_at: string | null
          fulfilment_status: string
          goods_kobo: number | null
          holds_much: boolean
          id: string
          idempotency_key: string | null
          is_demo: boolean
          kind: string
          payment_status: string
          price_locked_until: string | null
          quantity: number
          quantity_text: string
          refund_due_kobo: number
          reminded_at: string | null
          reopened_at: string | null
          sort_name: string | null
          special_requirements: string | null
          status: string
          stock_released_at: string | null
          total_amount: number | null
          total_amount_kobo: number | null
          unit: string
          updated_at: string
          user_id: string | null
          vat_kobo: number
          vat_lines: Json | null
          withdrawal_reason: string | null
          answer_waits: boolean | null
          correction_waits: boolean | null
          decline_obstacle: string | null
          goods_may_leave: boolean | null
          goods_obstacle: string | null
          has_account: boolean | null
          order_hold: Json | null
          paid_kobo: number | null
          refund_to_send_kobo: number | null
          to_ring: string | null
          told_by: string | null
        }
        Insert: {
          awaits_delivery?: boolean
          claim_holds_until?: string | null
          claimed_at?: string | null
          code: string
          created_at?: string
          credit_terms_reason?: string | null
          crop_type: string
          currency?: string
          decline_code?: string | null
          decline_reason?: string | null
          delivered_at?: string | null
          delivers_from?: string | null
          delivers_until?: string | null
          delivery_address: string
          delivery_date?: string | null
          delivery_kobo?: number
          delivery_state?: never
          expires_at?: string | null
          fulfilment_status?: string
          goods_kobo?: never
          holds_much?: boolean
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          kind?: string
          payment_status?: string
          price_locked_until?: string | null
          quantity: number
          quantity_text: string
          refund_due_kobo?: number
          reminded_at?: string | null
          reopened_at?: string | null
          sort_name?: string | null
          special_requirements?: string | null
          status?: string
          stock_released_at?: string | null
          total_amount?: never
          total_amount_kobo?: number | null
          unit: string
          updated_at?: string
          user_id?: string | null
          vat_kobo?: number
          vat_lines?: Json | null
          withdrawal_reason?: string | null
        }
        Update: {
          awaits_delivery?: boolean
          claim_holds_until?: string | null
          claimed_at?: string | null
          code?: string
          created_at?: string
          credit_terms_reason?: string | null
          crop_type?: string
          currency?: string
          decline_code?: string | null
          decline_reason?: string | null
          delivered_at?: string | null
          delivers_from?: string | null
          delivers_until?: string | null
          delivery_address?: string
          delivery_date?: string | null
          delivery_kobo?: number
          delivery_state?: never
          expires_at?: string | null
          fulfilment_status?: string
          goods_kobo?: never
          holds_much?: boolean
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          kind?: string
          payment_status?: string
          price_locked_until?: string | null
          quantity?: number
          quantity_text?: string
          refund_due_kobo?: number
          reminded_at?: string | null
          reopened_at?: string | null
          sort_name?: string | null
          special_requirements?: string | null
          status?: string
          stock_released_at?: string | null
          total_amount?: never
          total_amount_kobo?: number | null
          unit?: string
          updated_at?: string
          user_id?: string | null
          vat_kobo?: number
          vat_lines?: Json | null
          withdrawal_reason?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "orders_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      page_actions: {
        Row: {
          label: string
          page: string
          target: string
          updated_at: string
        }
        Insert: {
          label: string
          page?: string
          target: string
          updated_at?: string
        }
        Update: {
          label?: string
          page?: string
          target?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      page_facts: {
        Row: {
          as_of: string | null
          heading: string
          id: number
          is_demo: boolean
          is_published: boolean
          label: string
          page: string
          sort_order: number
          source: string | null
          updated_at: string
          value: string
        }
        Insert: {
          as_of?: string | null
          heading: string
          id?: never
          is_demo?: boolean
          is_published?: boolean
          label: string
          page: string
          sort_order?: number
          source?: string | null
          updated_at?: string
          value: string
        }
        Update: {
          as_of?: string | null
          heading?: string
          id?: never
          is_demo?: boolean
          is_published?: boolean
          label?: string
          page?: string
          sort_order?: number
          source?: string | null
          updated_at?: string
          value?: string
        }
        Relationships: [
        ]
      }
      page_texts: {
        Row: {
          key: string
          page: string
          text: string
          updated_at: string
        }
        Insert: {
          key: string
          page: string
          text: string
          updated_at?: string
        }
        Update: {
          key?: string
          page?: string
          text?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      partnership_applications: {
        Row: {
          address: string | null
          business_description: string
          company_name: string
          contact_person: string
          country: string
          created_at: string
          decline_reason: string | null
          email: string
          expected_revenue: string | null
          experience: string | null
          id: string
          idempotency_key: string | null
          investment_capacity: string | null
          is_demo: boolean
          marketing_strategy: string | null
          partnership_type: string
          phone: string
          status: string
          terms_accepted_at: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          address?: string | null
          business_description: string
          company_name: string
          contact_person: string
          country: string
          created_at?: string
          decline_reason?: string | null
          email: string
          expected_revenue?: string | null
          experience?: string | null
          id?: string
          idempotency_key?: string | null
          investment_capacity?: string | null
          is_demo?: boolean
          marketing_strategy?: string | null
          partnership_type: string
          phone: string
          status?: string
          terms_accepted_at?: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          address?: string | null
          business_description?: string
          company_name?: string
          contact_person?: string
          country?: string
          created_at?: string
          decline_reason?: string | null
          email?: string
          expected_revenue?: string | null
          experience?: string | null
          id?: string
          idempotency_key?: string | null
          investment_capacity?: string | null
          is_demo?: boolean
          marketing_strategy?: string | null
          partnership_type?: string
          phone?: string
          status?: string
          terms_accepted_at?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "partnership_applications_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_claims: {
        Row: {
          amount_kobo: number | null
          created_at: string
          id: number
          note: string | null
          order_id: string
          proof_path: string | null
          words: string
        }
        Insert: {
          amount_kobo?: number | null
          created_at?: string
          id?: never
          note?: string | null
          order_id: string
          proof_path?: string | null
          words: string
        }
        Update: {
          amount_kobo?: number | null
          created_at?: string
          id?: never
          note?: string | null
          order_id?: string
          proof_path?: string | null
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_claims_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          amount_kobo: number
          bank_reference: string
          corrects_id: string | null
          created_at: string
          currency: string
          id: string
          kind: string
          order_id: string
          recorded_by: string
          reference_key: string | null
          second_by: string | null
          transfer_kobo: number | null
          value_date: string
        }
        Insert: {
          amount_kobo: number
          bank_reference: string
          corrects_id?: string | null
          created_at?: string
          currency: string
          id?: string
          kind: string
          order_id: string
          recorded_by: string
          reference_key?: string | null
          second_by?: string | null
          transfer_kobo?: number | null
          value_date: string
        }
        Update: {
          amount_kobo?: number
          bank_reference?: string
          corrects_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          kind?: string
          order_id?: string
          recorded_by?: string
          reference_key?: string | null
          second_by?: string | null
          transfer_kobo?: number | null
          value_date?: string
        }
        Relationships: [
          {
            foreignKeyName: "payments_corrects_id_fkey"
            columns: ["corrects_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      phone_calls: {
        Row: {
          called_by: string | null
          created_at: string
          id: number
          note: string | null
          outcome: string
          record_id: string
          record_type: string
        }
        Insert: {
          called_by?: string | null
          created_at?: string
          id?: never
          note?: string | null
          outcome: string
          record_id: string
          record_type: string
        }
        Update: {
          called_by?: string | null
          created_at?: string
          id?: never
          note?: string | null
          outcome?: string
          record_id?: string
          record_type?: string
        }
        Relationships: [
          {
            foreignKeyName: "phone_calls_called_by_fkey"
            columns: ["called_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      photographs: {
        Row: {
          caption: string
          id: number
          image: string
          is_demo: boolean
          is_published: boolean
          page: string
          place: string
          sort_order: number
          taken_on: string
          updated_at: string
        }
        Insert: {
          caption: string
          id?: never
          image: string
          is_demo?: boolean
          is_published?: boolean
          page: string
          place: string
          sort_order?: number
          taken_on: string
          updated_at?: string
        }
        Update: {
          caption?: string
          id?: never
          image?: string
          is_demo?: boolean
          is_published?: boolean
          page?: string
          place?: string
          sort_order?: number
          taken_on?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      product_prices: {
        Row: {
          actor_id: string | null
          created_at: string
          id: number
          price_kobo: number
          product_id: string
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          id?: never
          price_kobo: number
          product_id: string
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          id?: never
          price_kobo?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_prices_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_ratings: {
        Row: {
          comment: string | null
          created_at: string
          order_id: string
          product_id: string
          stars: number
        }
        Insert: {
          comment?: string | null
          created_at?: string
          order_id: string
          product_id: string
          stars: number
        }
        Update: {
          comment?: string | null
          created_at?: string
          order_id?: string
          product_id?: string
          stars?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_ratings_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_ratings_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_wishes: {
        Row: {
          created_at: string
          product_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          product_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          product_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_wishes_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_wishes_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          category: string
          created_at: string
          description: string | null
          farmer_id: string | null
          farmer_name: string
          grade: string | null
          harvest: string | null
          id: string
          is_demo: boolean
          is_verified: boolean
          location: string
          lot: string | null
          low_stock_at: number
          more_photo_paths: string[]
          name: string
          pack_amount: number
          pack_unit: string
          photo_path: string | null
          price_kobo: number
          rating_average: number | null
          rating_count: number
          review_note: string | null
          search_text: string
          season: string | null
          sort_name: string
          state: string | null
          status: string
          stock: number | null
          unit_price_kobo: number
          updated_at: string
          variety: string | null
          vat_class: string
          weight_grams: number | null
        }
        Insert: {
          category: string
          created_at?: string
          description?: string | null
          farmer_id?: string | null
          farmer_name: string
          grade?: string | null
          harvest?: string | null
          id?: string
          is_demo?: boolean
          is_verified?: boolean
          location: string
          lot?: string | null
          low_stock_at?: number
          more_photo_paths?: string[]
          name: string
          pack_amount: number
          pack_unit: string
          photo_path?: string | null
          price_kobo: number
          rating_average?: number | null
          rating_count?: number
          review_note?: string | null
          search_text?: never
          season?: string | null
          sort_name?: never
          state?: string | null
          status?: string
          stock?: number | null
          unit_price_kobo?: never
          updated_at?: string
          variety?: string | null
          vat_class?: string
          weight_grams?: number | null
        }
        Update: {
          category?: string
          created_at?: string
          description?: string | null
          farmer_id?: string | null
          farmer_name?: string
          grade?: string | null
          harvest?: string | null
          id?: string
          is_demo?: boolean
          is_verified?: boolean
          location?: string
          lot?: string | null
          low_stock_at?: number
          more_photo_paths?: string[]
          name?: string
          pack_amount?: number
          pack_unit?: string
          photo_path?: string | null
          price_kobo?: number
          rating_average?: number | null
          rating_count?: number
          review_note?: string | null
          search_text?: never
          season?: string | null
          sort_name?: never
          state?: string | null
          status?: string
          stock?: number | null
          unit_price_kobo?: never
          updated_at?: string
          variety?: string | null
          vat_class?: string
          weight_grams?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "products_farmer_id_fkey"
            columns: ["farmer_id"]
            isOneToOne: false
            referencedRelation: "farmers"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          email: string
          full_name: string | null
          id: string
          phone: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          email: string
          full_name?: string | null
          id: string
          phone?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          email?: string
          full_name?: string | null
          id?: string
          phone?: string | null
          updated_at?: string
        }
        Relationships: [
        ]
      }
      projects: {
        Row: {
          description: string
          id: number
          image: string | null
          image_caption: string | null
          is_demo: boolean
          is_published: boolean
          kind: string
          place: string
          progress: string
          sort_order: number
          state: string
          title: string
          updated_at: string
          year: number
        }
        Insert: {
          description: string
          id?: never
          image?: string | null
          image_caption?: string | null
          is_demo?: boolean
          is_published?: boolean
          kind: string
          place: string
          progress: string
          sort_order?: number
          state: string
          title: string
          updated_at?: string
          year: number
        }
        Update: {
          description?: string
          id?: never
          image?: string | null
          image_caption?: string | null
          is_demo?: boolean
          is_published?: boolean
          kind?: string
          place?: string
          progress?: string
          sort_order?: number
          state?: string
          title?: string
          updated_at?: string
          year?: number
        }
        Relationships: [
        ]
      }
      quote_lines: {
        Row: {
          description: string
          grade: string | null
          hs_code: string | null
          kind: string
          moisture_max_percent: number | null
          origin: string | null
          packing: string | null
          position: number
          price_kobo: number
          quantity: number
          quote_id: string
          total_kobo: number
          unit: string
          vat_class: string | null
        }
        Insert: {
          description: string
          grade?: string | null
          hs_code?: string | null
          kind?: string
          moisture_max_percent?: number | null
          origin?: string | null
          packing?: string | null
          position: number
          price_kobo: number
          quantity: number
          quote_id: string
          total_kobo?: never
          unit: string
          vat_class?: string | null
        }
        Update: {
          description?: string
          grade?: string | null
          hs_code?: string | null
          kind?: string
          moisture_max_percent?: number | null
          origin?: string | null
          packing?: string | null
          position?: number
          price_kobo?: number
          quantity?: number
          quote_id?: string
          total_kobo?: never
          unit?: string
          vat_class?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "quote_lines_quote_id_fkey"
            columns: ["quote_id"]
            isOneToOne: false
            referencedRelation: "quotes"
            referencedColumns: ["id"]
          },
        ]
      }
      quotes: {
        Row: {
          accepted_at: string | null
          agreed_rate: string | null
          buyer_address: string | null
          buyer_company: string | null
          buyer_contact: string | null
          buyer_country: string | null
          created_at: string
          created_by: string | null
          currency: string
          decline_reason: string | null
          declined_at: string | null
          deliver_to: string | null
          expires_at: string
          grade: string | null
          hs_code: string | null
          id: string
          incoterms: string | null
          moisture_max_percent: number | null
          named_place: string | null
          note: string | null
          order_id: string
          origin: string | null
          packing: string | null
          payment_terms: string
          replaced_by: number | null
          status: string
          tolerance_percent: number | null
          total_kobo: number
          vat_class: string | null
          vat_lines: Json | null
          vat_rate_bp: number | null
          vat_reason: string | null
          window_from: string | null
          window_to: string | null
        }
        Insert: {
          accepted_at?: string | null
          agreed_rate?: string | null
          buyer_address?: string | null
          buyer_company?: string | null
          buyer_contact?: string | null
          buyer_country?: string | null
          created_at?: string
          created_by?: string | null
          currency: string
          decline_reason?: string | null
          declined_at?: string | null
          deliver_to?: string | null
          expires_at: string
          grade?: string | null
          hs_code?: string | null
          id?: string
          incoterms?: string | null
          moisture_max_percent?: number | null
          named_place?: string | null
          note?: string | null
          order_id: string
          origin?: string | null
          packing?: string | null
          payment_terms: string
          replaced_by?: number | null
          status?: string
          tolerance_percent?: number | null
          total_kobo: number
          vat_class?: string | null
          vat_lines?: Json | null
          vat_rate_bp?: number | null
          vat_reason?: string | null
          window_from?: string | null
          window_to?: string | null
        }
        Update: {
          accepted_at?: string | null
          agreed_rate?: string | null
          buyer_address?: string | null
          buyer_company?: string | null
          buyer_contact?: string | null
          buyer_country?: string | null
          created_at?: string
          created_by?: string | null
          currency?: string
          decline_reason?: string | null
          declined_at?: string | null
          deliver_to?: string | null
          expires_at?: string
          grade?: string | null
          hs_code?: string | null
          id?: string
          incoterms?: string | null
          moisture_max_percent?: number | null
          named_place?: string | null
          note?: string | null
          order_id?: string
          origin?: string | null
          packing?: string | null
          payment_terms?: string
          replaced_by?: number | null
          status?: string
          tolerance_percent?: number | null
          total_kobo?: number
          vat_class?: string | null
          vat_lines?: Json | null
          vat_rate_bp?: number | null
          vat_reason?: string | null
          window_from?: string | null
          window_to?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "quotes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      record_messages: {
        Row: {
          attempt: string | null
          author_id: string | null
          author_name: string | null
          body: string
          created_at: string
          files_left_out: number
          from_address: string | null
          id: number
          is_from_staff: boolean
          is_proved: boolean
          mail_id: string | null
          mail_message_id: string | null
          record_id: string
          record_type: string
          whole_body: string | null
        }
        Insert: {
          attempt?: string | null
          author_id?: string | null
          author_name?: string | null
          body: string
          created_at?: string
          files_left_out?: number
          from_address?: string | null
          id?: never
          is_from_staff: boolean
          is_proved?: boolean
          mail_id?: string | null
          mail_message_id?: string | null
          record_id: string
          record_type: string
          whole_body?: string | null
        }
        Update: {
          attempt?: string | null
          author_id?: string | null
          author_name?: string | null
          body?: string
          created_at?: string
          files_left_out?: number
          from_address?: string | null
          id?: never
          is_from_staff?: boolean
          is_proved?: boolean
          mail_id?: string | null
          mail_message_id?: string | null
          record_id?: string
          record_type?: string
          whole_body?: string | null
        }
        Relationships: [
        ]
      }
      record_notes: {
        Row: {
          author_id: string | null
          author_name: string | null
          body: string
          created_at: string
          id: number
          record_id: string
          record_type: string
        }
        Insert: {
          author_id?: string | null
          author_name?: string | null
          body: string
          created_at?: string
          id?: never
          record_id: string
          record_type: string
        }
        Update: {
          author_id?: string | null
          author_name?: string | null
          body?: string
          created_at?: string
          id?: never
          record_id?: string
          record_type?: string
        }
        Relationships: [
        ]
      }
      record_work: {
        Row: {
          assigned_at: string | null
          assigned_by: string | null
          assignee_id: string | null
          assignee_name: string | null
          contacted_at: string | null
          contacted_by: string | null
          record_id: string
          record_type: string
          untold_since: string | null
        }
        Insert: {
          assigned_at?: string | null
          assigned_by?: string | null
          assignee_id?: string | null
          assignee_name?: string | null
          contacted_at?: string | null
          contacted_by?: string | null
          record_id: string
          record_type: string
          untold_since?: string | null
        }
        Update: {
          assigned_at?: string | null
          assigned_by?: string | null
          assignee_id?: string | null
          assignee_name?: string | null
          contacted_at?: string | null
          contacted_by?: string | null
          record_id?: string
          record_type?: string
          untold_since?: string | null
        }
        Relationships: [
        ]
      }
      registration_drafts: {
        Row: {
          answers: Json
          created_at: string
          form: string
          step: number
          updated_at: string
          user_id: string
        }
        Insert: {
          answers?: Json
          created_at?: string
          form: string
          step?: number
          updated_at?: string
          user_id: string
        }
        Update: {
          answers?: Json
          created_at?: string
          form?: string
          step?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "registration_drafts_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      registration_submissions: {
        Row: {
          answers: Json
          changes: Json
          channel: string
          created_at: string
          form: string
          id: number
          locale: string | null
          phone_to_call: string | null
          record_id: string
          record_type: string
          requested_by: string | null
          secret_fields: string[]
          terms_version: string | null
          version: number
        }
        Insert: {
          answers: Json
          changes?: Json
          channel: string
          created_at?: string
          form: string
          id?: never
          locale?: string | null
          phone_to_call?: string | null
          record_id: string
          record_type: string
          requested_by?: string | null
          secret_fields?: string[]
          terms_version?: string | null
          version: number
        }
        Update: {
          answers?: Json
          changes?: Json
          channel?: string
          created_at?: string
          form?: string
          id?: never
          locale?: string | null
          phone_to_call?: string | null
          record_id?: string
          record_type?: string
          requested_by?: string | null
          secret_fields?: string[]
          terms_version?: string | null
          version?: number
        }
        Relationships: [
        ]
      }
      reply_templates: {
        Row: {
          body: string
          id: number
          position: number
          record_type: string | null
          title: string
          updated_at: string
        }
        Insert: {
          body: string
          id?: never
          position?: number
          record_type?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          body?: string
          id?: never
          position?: number
          record_type?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      retention_periods: {
        Row: {
          at_least: string
          description: string
          keep: string
          subject: string
          updated_at: string
        }
        Insert: {
          at_least?: string
          description: string
          keep: string
          subject: string
          updated_at?: string
        }
        Update: {
          at_least?: string
          description?: string
          keep?: string
          subject?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      role_permissions: {
        Row: {
          permission: string
          role: string
        }
        Insert: {
          permission: string
          role: string
        }
        Update: {
          permission?: string
          role?: string
        }
        Relationships: [
          {
            foreignKeyName: "role_permissions_role_fkey"
            columns: ["role"]
            isOneToOne: false
            referencedRelation: "roles"
            referencedColumns: ["name"]
          },
        ]
      }
      roles: {
        Row: {
          created_at: string
          description: string
          ended_at: string | null
          is_built_in: boolean
          name: string
          quote_below_list_percent: number | null
          refund_up_to_kobo: number | null
          title: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          description: string
          ended_at?: string | null
          is_built_in?: boolean
          name: string
          quote_below_list_percent?: number | null
          refund_up_to_kobo?: number | null
          title: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          ended_at?: string | null
          is_built_in?: boolean
          name?: string
          quote_below_list_percent?: number | null
          refund_up_to_kobo?: number | null
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      saved_views: {
        Row: {
          created_at: string
          id: string
          is_shared: boolean
          list: string
          owner_id: string
          query: string
          title: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_shared?: boolean
          list: string
          owner_id?: string
          query: string
          title: string
        }
        Update: {
          created_at?: string
          id?: string
          is_shared?: boolean
          list?: string
          owner_id?: string
          query?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_views_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      settlement_accounts: {
        Row: {
          account_name: string | null
          account_number: string | null
          approved_at: string | null
          approved_by: string | null
          bank_address: string | null
          bank_name: string | null
          confirmed_outside: boolean
          correspondent: string | null
          currency: string
          effective_at: string | null
          holders: string[]
          id: string
          in_force_mailed_at: string | null
          is_demo: boolean
          kind: string
          proposed_at: string
          proposed_by: string | null
          swift_bic: string | null
          wallet_address: string | null
          withdrawn_at: string | null
          withdrawn_by: string | null
        }
        Insert: {
          account_name?: string | null
          account_number?: string | null
          approved_at?: string | null
          approved_by?: string | null
          bank_address?: string | null
          bank_name?: string | null
          confirmed_outside?: boolean
          correspondent?: string | null
          currency?: string
          effective_at?: string | null
          holders?: string[]
          id?: string
          in_force_mailed_at?: string | null
          is_demo?: boolean
          kind: string
          proposed_at?: string
          proposed_by?: string | null
          swift_bic?: string | null
          wallet_address?: string | null
          withdrawn_at?: string | null
          withdrawn_by?: string | null
        }
        Update: {
          account_name?: string | null
          account_number?: string | null
          approved_at?: string | null
          approved_by?: string | null
          bank_address?: string | null
          bank_name?: string | null
          confirmed_outside?: boolean
          correspondent?: string | null
          currency?: string
          effective_at?: string | null
          holders?: string[]
          id?: string
          in_force_mailed_at?: string | null
          is_demo?: boolean
          kind?: string
          proposed_at?: string
          proposed_by?: string | null
          swift_bic?: string | null
          wallet_address?: string | null
          withdrawn_at?: string | null
          withdrawn_by?: string | null
        }
        Relationships: [
        ]
      }
      staff_departures: {
        Row: {
          deactivated_at: string
          deactivated_by: string | null
          former_role: string
          reason: string
          user_id: string
        }
        Insert: {
          deactivated_at?: string
          deactivated_by?: string | null
          former_role: string
          reason: string
          user_id: string
        }
        Update: {
          deactivated_at?: string
          deactivated_by?: string | null
          former_role?: string
          reason?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "staff_departures_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      staff_invitations: {
        Row: {
          accepted_at: string | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          role: string
          withdrawn_at: string | null
        }
        Insert: {
          accepted_at?: string | null
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          role: string
          withdrawn_at?: string | null
        }
        Update: {
          accepted_at?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          role?: string
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "staff_invitations_role_fkey"
            columns: ["role"]
            isOneToOne: false
            referencedRelation: "roles"
            referencedColumns: ["name"]
          },
        ]
      }
      staff_notices: {
        Row: {
          actor_id: string | null
          actor_name: string | null
          created_at: string
          id: number
          kind: string
          read_at: string | null
          record_id: string
          record_type: string
          task_id: string | null
          user_id: string
        }
        Insert: {
          actor_id?: string | null
          actor_name?: string | null
          created_at?: string
          id?: never
          kind: string
          read_at?: string | null
          record_id: string
          record_type: string
          task_id?: string | null
          user_id: string
        }
        Update: {
          actor_id?: string | null
          actor_name?: string | null
          created_at?: string
          id?: never
          kind?: string
          read_at?: string | null
          record_id?: string
          record_type?: string
          task_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "staff_notices_task_id_fkey"
            columns: ["task_id"]
            isOneToOne: false
            referencedRelation: "tasks"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "staff_notices_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_alerts: {
        Row: {
          confirm_sent_at: string | null
          confirm_token_hash: string | null
          confirmed_at: string | null
          created_at: string
          email: string | null
          end_token: string
          id: string
          notified_at: string | null
          product_id: string
          user_id: string | null
        }
        Insert: {
          confirm_sent_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email?: string | null
          end_token: string
          id?: string
          notified_at?: string | null
          product_id: string
          user_id?: string | null
        }
        Update: {
          confirm_sent_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email?: string | null
          end_token?: string
          id?: string
          notified_at?: string | null
          product_id?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "stock_alerts_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_alerts_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_movements: {
        Row: {
          actor_id: string | null
          available_change: number
          counted: number | null
          created_at: string
          id: number
          idempotency_key: string | null
          note: string | null
          order_id: string | null
          product_id: string
          reason: string
          reserved_change: number
        }
        Insert: {
          actor_id?: string | null
          available_change: number
          counted?: number | null
          created_at?: string
          id?: never
          idempotency_key?: string | null
          note?: string | null
          order_id?: string | null
          product_id: string
          reason: string
          reserved_change?: number
        }
        Update: {
          actor_id?: string | null
          available_change?: number
          counted?: number | null
          created_at?: string
          id?: never
          idempotency_key?: string | null
          note?: string | null
          order_id?: string | null
          product_id?: string
          reason?: string
          reserved_change?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_movements_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      stories: {
        Row: {
          figures: string | null
          happened_on: string
          id: number
          is_demo: boolean
          is_published: boolean
          page: string
          place: string
          sort_order: number
          text: string
          title: string
          updated_at: string
        }
        Insert: {
          figures?: string | null
          happened_on: string
          id?: never
          is_demo?: boolean
          is_published?: boolean
          page: string
          place: string
          sort_order?: number
          text: string
          title: string
          updated_at?: string
        }
        Update: {
          figures?: string | null
          happened_on?: string
          id?: never
          is_demo?: boolean
          is_published?: boolean
          page?: string
          place?: string
          sort_order?: number
          text?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      tasks: {
        Row: {
          assignee_id: string | null
          assignee_name: string | null
          created_at: string
          created_by: string | null
          done_at: string | null
          done_by: string | null
          due_on: string
          due_time: string | null
          id: string
          record_id: string
          record_type: string
          title: string
          updated_at: string
        }
        Insert: {
          assignee_id?: string | null
          assignee_name?: string | null
          created_at?: string
          created_by?: string | null
          done_at?: string | null
          done_by?: string | null
          due_on: string
          due_time?: string | null
          id?: string
          record_id: string
          record_type: string
          title: string
          updated_at?: string
        }
        Update: {
          assignee_id?: string | null
          assignee_name?: string | null
          created_at?: string
          created_by?: string | null
          done_at?: string | null
          done_by?: string | null
          due_on?: string
          due_time?: string | null
          id?: string
          record_id?: string
          record_type?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
        ]
      }
      training_enrolment_private: {
        Row: {
          address: string | null
          gender: string | null
          guardian_consent: boolean | null
          guardian_name: string | null
          guardian_phone: string | null
          training_enrolment_id: string
          updated_at: string
        }
        Insert: {
          address?: string | null
          gender?: string | null
          guardian_consent?: boolean | null
          guardian_name?: string | null
          guardian_phone?: string | null
          training_enrolment_id: string
          updated_at?: string
        }
        Update: {
          address?: string | null
          gender?: string | null
          guardian_consent?: boolean | null
          guardian_name?: string | null
          guardian_phone?: string | null
          training_enrolment_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "training_enrolment_private_training_enrolment_id_fkey"
            columns: ["training_enrolment_id"]
            isOneToOne: true
            referencedRelation: "training_enrolments"
            referencedColumns: ["id"]
          },
        ]
      }
      training_enrolments: {
        Row: {
          answers_version: number
          channel: string | null
          city: string
          contact_email: string | null
          contact_name: string
          created_at: string
          decline_reason: string | null
          education_level: string
          entered_by: string | null
          experience: string
          has_photo: boolean
          id: string
          is_demo: boolean
          is_minor: boolean
          locale: string | null
          motivation: string
          phone: string
          reference: string
          sent_again_at: string | null
          state: string
          status: string
          terms_accepted_at: string | null
          terms_version: string | null
          training_goals: string
          updated_at: string
          user_id: string | null
          merged_with: Json | null
        }
        Insert: {
          answers_version?: number
          channel?: string | null
          city: string
          contact_email?: string | null
          contact_name: string
          created_at?: string
          decline_reason?: string | null
          education_level: string
          entered_by?: string | null
          experience: string
          has_photo?: boolean
          id?: string
          is_demo?: boolean
          is_minor?: boolean
          locale?: string | null
          motivation: string
          phone: string
          reference?: string
          sent_again_at?: string | null
          state: string
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          training_goals: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          answers_version?: number
          channel?: string | null
          city?: string
          contact_email?: string | null
          contact_name?: string
          created_at?: string
          decline_reason?: string | null
          education_level?: string
          entered_by?: string | null
          experience?: string
          has_photo?: boolean
          id?: string
          is_demo?: boolean
          is_minor?: boolean
          locale?: string | null
          motivation?: string
          phone?: string
          reference?: string
          sent_again_at?: string | null
          state?: string
          status?: string
          terms_accepted_at?: string | null
          terms_version?: string | null
          training_goals?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "training_enrolments_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      user_roles: {
        Row: {
          created_at: string
          granted_at: string
          granted_by: string | null
          role: string
          user_id: string
        }
        Insert: {
          created_at?: string
          granted_at?: string
          granted_by?: string | null
          role: string
          user_id: string
        }
        Update: {
          created_at?: string
          granted_at?: string
          granted_by?: string | null
          role?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_roles_role_fkey"
            columns: ["role"]
            isOneToOne: false
            referencedRelation: "roles"
            referencedColumns: ["name"]
          },
          {
            foreignKeyName: "user_roles_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      vat_rates: {
        Row: {
          created_at: string
          created_by: string | null
          rate_bp: number | null
          reason: string
          valid_from: string
          vat_class: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          rate_bp?: number | null
          reason: string
          valid_from: string
          vat_class: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          rate_bp?: number | null
          reason?: string
          valid_from?: string
          vat_class?: string
        }
        Relationships: [
        ]
      }
      vault_reveals: {
        Row: {
          actor_id: string
          actor_name: string | null
          actor_role: string
          created_at: string
          field: string
          id: string
          person_id: string
          reason: string
          record_id: string
          record_type: string
          sitting_id: string | null
        }
        Insert: {
          actor_id: string
          actor_name?: string | null
          actor_role: string
          created_at?: string
          field: string
          id?: string
          person_id: string
          reason: string
          record_id: string
          record_type: string
          sitting_id?: string | null
        }
        Update: {
          actor_id?: string
          actor_name?: string | null
          actor_role?: string
          created_at?: string
          field?: string
          id?: string
          person_id?: string
          reason?: string
          record_id?: string
          record_type?: string
          sitting_id?: string | null
        }
        Relationships: [
        ]
      }
    }
    Views: {
      breach_register: {
        Row: {
          aware_at: string | null
          closed_at: string | null
          closed_by: string | null
          commission_notified_at: string | null
          commission_reference: string | null
          consequences: string | null
          created_at: string | null
          data_categories: string[] | null
          detection: string | null
          due_at: string | null
          facts: string | null
          id: string | null
          measures: string | null
          opened_by: string | null
          people_categories: string[] | null
          people_count: number | null
          people_notified_at: string | null
          records_count: number | null
          reminded_hours: number | null
          risk: string | null
          sort_at: string | null
          status: string | null
          title: string | null
          updated_at: string | null
        }
        Relationships: [
        ]
      }
      correction_states: {
        Row: {
          contact_email: string | null
          contact_name: string | null
          contact_phone: string | null
          created_at: string | null
          form: string | null
          id: number | null
          message: string | null
          notes: Json | null
          record_id: string | null
          record_type: string | null
          reference: string | null
          status: string | null
          submission_version: number | null
        }
        Relationships: [
        ]
      }
      my_consents: {
        Row: {
          channel: string | null
          created_at: string | null
          id: number | null
          is_given: boolean | null
          is_over: boolean | null
          is_renewable: boolean | null
          purpose: string | null
          record_id: string | null
          record_type: string | null
          reference: string | null
          text_version: string | null
        }
        Relationships: [
        ]
      }
      my_registrations: {
        Row: {
          consent_withdrawn_at: string | null
          created_at: string | null
          decline_reason: string | null
          erased_at: string | null
          form: string | null
          has_photo: boolean | null
          id: string | null
          merged_into: string | null
          next_step: string | null
          open_correction: Json | null
          record_type: string | null
          reference: string | null
          status: string | null
          updated_at: string | null
        }
        Relationships: [
        ]
      }
      my_vault_reveals: {
        Row: {
          actor_name: string | null
          actor_role: string | null
          created_at: string | null
          field: string | null
          id: string | null
          reason: string | null
          record_id: string | null
          record_type: string | null
        }
        Relationships: [
        ]
      }
      people_to_phone: {
        Row: {
          assignee_id: string | null
          assignee_name: string | null
          contact_name: string | null
          contact_phone: string | null
          decline_reason: string | null
          form: string | null
          id: string | null
          is_demo: boolean | null
          last_called_at: string | null
          last_outcome: string | null
          open_correction: Json | null
          record_type: string | null
          reference: string | null
          since: string | null
          status: string | null
          topic: string | null
        }
        Relationships: [
        ]
      }
      product_stock: {
        Row: {
          product_id: string | null
          reserved: number | null
        }
        Relationships: [
        ]
      }
      record_page: {
        Row: {
          count: number | null
          ids: string[] | null
        }
        Relationships: [
        ]
      }
      withdrawn_consents: {
        Row: {
          contact_name: string | null
          form: string | null
          id: string | null
          is_demo: boolean | null
          purpose: string | null
          record_type: string | null
          reference: string | null
          status: string | null
          text_version: string | null
          withdrawn_at: string | null
        }
        Relationships: [
        ]
      }
    }
    Functions: {
      accept_delivery: {
        Args: { context?: Json; day: string; order_id: string; price_kobo: number }
        Returns: Json
      }
      accept_delivery_by_phone: {
        Args: { day: string; order_id: string; price_kobo: number }
        Returns: undefined
      }
      accept_invitation: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      accept_quote: {
        Args: { quote_id: string; total_kobo: number }
        Returns: Json
      }
      add_breach_event: {
        Args: { body: string; breach_id: string; changes?: Json; happened_at: string; kind: string }
        Returns: number
      }
      add_record_note: {
        Args: { body: string; mentions?: string[]; record_id: string; record_type: string }
        Returns: number
      }
      add_task: {
        Args: { assignee_id?: string; due_on: string; due_time?: string; record_id: string; record_type: string; title: string }
        Returns: string
      }
      admin_bell: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      admin_counts: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      admin_home: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      admin_notices: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      admin_places: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      answer_waits: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: boolean
      }
      approve_settlement_account: {
        Args: { proposal_id: string }
        Returns: string
      }
      assign_record: {
        Args: { assignee_id: string; expected_assignee_id?: string; record_id: string; record_type: string }
        Returns: undefined
      }
      assign_records: {
        Args: { assignee_id: string; record_ids: string[]; record_type: string }
        Returns: Json
      }
      attach_photo: {
        Args: { context: Json; record_id: string; record_type: string; sealed: Json }
        Returns: boolean
      }
      begin_sitting: {
        Args: { queue: string; reason: string }
        Returns: Json
      }
      buyers: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['buyers']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'buyers'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      change_delivery_day: {
        Args: { day: string; expected: string; order_id: string }
        Returns: undefined
      }
      change_market_limit: {
        Args: { name: string; reason: string; seen: number; value: number }
        Returns: boolean
      }
      change_product: {
        Args: { changes: Json; product_id: string; seen: Json }
        Returns: undefined
      }
      change_registration: {
        Args: { answers: Json; context: Json; record_id: string; record_type: string; sealed: Json }
        Returns: Json
      }
      change_role: {
        Args: { details: Json; expected_at: string; name: string }
        Returns: undefined
      }
      change_staff_role: {
        Args: { expected_role: string; new_role: string; user_id: string }
        Returns: undefined
      }
      change_task: {
        Args: { assignee_id: string; due_on: string; due_time: string; expected_at: string; task_id: string; title: string }
        Returns: undefined
      }
      choose_newsletter: {
        Args: { wanted: boolean }
        Returns: boolean
      }
      claim_market_orders: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      claim_payment: {
        Args: { claim: Json; context?: Json; order_id: string }
        Returns: Json
      }
      close_vault_alarm: {
        Args: { alarm_id: string }
        Returns: undefined
      }
      compare_registrations: {
        Args: { other_id: string; record_id: string; record_type: string }
        Returns: Json
      }
      compare_with_list: {
        Args: { currency: string; lines: Json; order_id: string }
        Returns: string[]
      }
      confirm_newsletter: {
        Args: { token: string }
        Returns: boolean
      }
      confirm_order_prices: {
        Args: { context?: Json; order_id: string; total_kobo: number }
        Returns: Json
      }
      confirm_payment: {
        Args: { details: Json; order_id: string }
        Returns: Json
      }
      confirm_settlement_code: {
        Args: { code: string; proposal_id: string }
        Returns: Json
      }
      confirm_stock_alert: {
        Args: { token: string }
        Returns: boolean
      }
      contact_messages: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['contact_messages']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'contact_messages'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      correct_payment: {
        Args: { details: Json; payment_id: string }
        Returns: Json
      }
      correction_waits: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: boolean
      }
      count_acceptances: {
        Args: { kind: string }
        Returns: Record<string, unknown>[]
      }
      count_audit: {
        Args: { actor?: string; kind?: string; only_access?: boolean; search?: string; since?: string; until?: string }
        Returns: number
      }
      create_role: {
        Args: { details: Json }
        Returns: string
      }
      current_crypto_wallet: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      deactivate_staff: {
        Args: { reason: string; user_id: string }
        Returns: undefined
      }
      decide_market_limit: {
        Args: { change_id: number; is_approved: boolean }
        Returns: undefined
      }
      decide_money_entry: {
        Args: { entry_id: string; is_approved: boolean }
        Returns: Json
      }
      decide_records: {
        Args: { new_status: string; reason?: string; record_type: string; rows: Json }
        Returns: Json
      }
      decide_waiting_quote: {
        Args: { is_approved: boolean; quote_id: string }
        Returns: undefined
      }
      decline_obstacle: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: string
      }
      decline_quote: {
        Args: { quote_id: string; reason: string }
        Returns: undefined
      }
      delete_role: {
        Args: { name: string }
        Returns: undefined
      }
      delivery_options: {
        Args: { items: Json; lga?: string; state: string }
        Returns: Json
      }
      drop_draft: {
        Args: { expected_updated_at?: string; id: string }
        Returns: undefined
      }
      end_my_session: {
        Args: { session_id: string }
        Returns: boolean
      }
      end_sitting: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      end_stock_alerts: {
        Args: { token: string }
        Returns: boolean
      }
      end_subscription: {
        Args: { subscription_id: string }
        Returns: undefined
      }
      erase_my_data: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      export_progress: {
        Args: { id: string }
        Returns: Json
      }
      farmers: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['farmers']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'farmers'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      figures_by: {
        Args: { dimension: string; since: string; subject: string; until: string }
        Returns: Record<string, unknown>[]
      }
      figures_over_time: {
        Args: { since: string; step?: string; subject: string; until: string }
        Returns: Record<string, unknown>[]
      }
      figures_promise_kept: {
        Args: { since: string; until: string }
        Returns: Record<string, unknown>[]
      }
      find_approved_farmers: {
        Args: { search: string }
        Returns: Record<string, unknown>[]
      }
      find_duplicates: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      find_mail: {
        Args: { mail_id: string }
        Returns: Record<string, unknown>[]
      }
      find_merges: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      find_person: {
        Args: { only_section?: string; page_index?: number; record_id: string; record_type: string }
        Returns: Json
      }
      find_record_flags: {
        Args: { record_ids: string[]; record_type: string }
        Returns: Record<string, unknown>[]
      }
      find_record_work: {
        Args: { record_ids: string[]; record_type: string }
        Returns: Record<string, unknown>[]
      }
      find_records: {
        Args: { assignee?: string; filters?: Json; list: string; only_overdue?: boolean; only_status?: string; page_index?: number; page_size?: number; search?: string; sort?: string }
        Returns: Database['public']['Views']['record_page']['Row']
        SetofOptions: {
          from: '*'
          to: 'record_page'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      find_registration: {
        Args: { reference: string }
        Returns: Json
      }
      find_tracked_status: {
        Args: { phone: string; reference: string }
        Returns: Json
      }
      finish_task: {
        Args: { is_done: boolean; task_id: string }
        Returns: undefined
      }
      goods_may_leave: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: boolean
      }
      goods_obstacle: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: string
      }
      has_account: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: boolean
      }
      has_newsletter: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      investors: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['investors']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'investors'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      invite_staff: {
        Args: { email: string; role: string }
        Returns: string
      }
      issue_pro_forma: {
        Args: { context?: Json; order_id: string }
        Returns: Json
      }
      issue_quote_document: {
        Args: { order_id: string }
        Returns: Json
      }
      job_applications: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['job_applications']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'job_applications'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      letter_of_credit: {
        Args: { order_id: string }
        Returns: Json
      }
      lift_suppression: {
        Args: { email: string }
        Returns: undefined
      }
      list_assignees: {
        Args: { record_type: string }
        Returns: Record<string, unknown>[]
      }
      list_audited_people: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_breach_events: {
        Args: { breach_id: string }
        Returns: Record<string, unknown>[]
      }
      list_conversation: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      list_last_actions: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_ledger_balances: {
        Args: { day: string }
        Returns: Record<string, unknown>[]
      }
      list_mails: {
        Args: { oldest_first?: boolean; only_state?: string; page_index?: number; page_size?: number; search?: string; since?: string; until?: string }
        Returns: Record<string, unknown>[]
      }
      list_market_limits: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_money_entries: {
        Args: { order_id: string }
        Returns: Record<string, unknown>[]
      }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_order_ledger: {
        Args: { order_id: string }
        Returns: Record<string, unknown>[]
      }
      list_own_orders: {
        Args: { before_id?: string; before_time?: string; only_state?: string; page_size?: number; words?: string }
        Returns: Database['public']['Tables']['orders']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'orders'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_page_text_versions: {
        Args: { key: string; page: string }
        Returns: Record<string, unknown>[]
      }
      list_page_texts: {
        Args: { page: string }
        Returns: Record<string, unknown>[]
      }
      list_published_content: {
        Args: { max_rows?: number }
        Returns: Record<string, unknown>[]
      }
      list_record_mails: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      list_retention_periods: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_staff: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      list_tasks: {
        Args: { page_index?: number; which?: string }
        Returns: Json
      }
      list_vat_rates: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      log_call: {
        Args: { again_by?: string; again_on?: string; again_time?: string; note?: string; outcome: string; record_id: string; record_type: string }
        Returns: undefined
      }
      log_first_contact: {
        Args: { record_id: string; record_type: string }
        Returns: undefined
      }
      make_counter_offer: {
        Args: { offer: Json; quote_id: string }
        Returns: string
      }
      mark_notices_read: {
        Args: { ids?: number[] }
        Returns: undefined
      }
      masked_secrets: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      merge_cart: {
        Args: { items: Json }
        Returns: Database['public']['Tables']['cart_items']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'cart_items'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      merge_wishes: {
        Args: { product_ids: string[] }
        Returns: string[]
      }
      merged_with:
      | {
        Args: { '': Database['public']['Tables']['farmers']['Row'] }
        Returns: Json
      }
      | {
        Args: { '': Database['public']['Tables']['training_enrolments']['Row'] }
        Returns: Json
      }
      | {
        Args: { '': Database['public']['Tables']['buyers']['Row'] }
        Returns: Json
      }
      | {
        Args: { '': Database['public']['Tables']['investors']['Row'] }
        Returns: Json
      }
      move_order: {
        Args: { expected: string; fulfilment: string; order_id: string }
        Returns: string
      }
      my_own_secrets: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_permissions: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      my_sitting: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      newsletter_subscriptions: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['newsletter_subscriptions']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'newsletter_subscriptions'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      next_mails: {
        Args: { after_id?: string; after_time?: string; only_state?: string; search?: string; since?: string; until?: string }
        Returns: Record<string, unknown>[]
      }
      next_records: {
        Args: { after_id?: string; after_time?: string; assignee?: string; filters?: Json; list: string; only_overdue?: boolean; only_status?: string; search?: string }
        Returns: Record<string, unknown>[]
      }
      note_export_progress: {
        Args: { id: string; is_done?: boolean; rows: number; total: number }
        Returns: undefined
      }
      open_breach: {
        Args: { breach: Json }
        Returns: string
      }
      open_order_dispute: {
        Args: { context?: Json; dispute: Json; order_id: string }
        Returns: string
      }
      order_hold: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: Json
      }
      orders: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['orders']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'orders'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      own_registration_events: {
        Args: { record_id: string }
        Returns: Json
      }
      paid_kobo: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: number
      }
      partnership_applications: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['partnership_applications']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'partnership_applications'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      payable_currencies: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      payment_details: {
        Args: { context?: Json; order_id: string }
        Returns: Json
      }
      place_market_order: {
        Args: { context: Json; request: Json }
        Returns: Json
      }
      preview_delivery: {
        Args: { lga?: string; state: string; weight_kg: number }
        Returns: Json
      }
      preview_quote: {
        Args: { order_id: string; quote: Json }
        Returns: Json
      }
      product_history: {
        Args: { product_id: string }
        Returns: Json
      }
      product_stock: {
        Args: { '': Database['public']['Tables']['products']['Row'] }
        Returns: Database['public']['Views']['product_stock']['Row']
        SetofOptions: {
          from: 'products'
          to: 'product_stock'
          isOneToOne: true
          isSetofReturn: true
        }
      }
      products: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['products']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'products'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      propose_settlement_account: {
        Args: { details: Json; kind: string }
        Returns: string
      }
      publish_draft: {
        Args: { expected_updated_at?: string; id: string }
        Returns: undefined
      }
      publish_legal_text: {
        Args: { expected_updated_at?: string; id: string }
        Returns: string
      }
      quote_delivery: {
        Args: { details: Json; order_id: string }
        Returns: undefined
      }
      quote_order: {
        Args: { order_id: string; quote: Json }
        Returns: string
      }
      rate_order: {
        Args: { comment?: string; order_id: string; stars: number }
        Returns: undefined
      }
      rate_product: {
        Args: { comment?: string; context?: Json; order_id: string; product_id: string; stars: number }
        Returns: undefined
      }
      record_access: {
        Args: { path?: string; record_id: string; record_type: string; what: string }
        Returns: Json
      }
      record_audit_event: {
        Args: { attempt_id?: string; details?: Json; event: string }
        Returns: undefined
      }
      record_history: {
        Args: { record_id: string; record_type: string }
        Returns: Record<string, unknown>[]
      }
      record_refund: {
        Args: { details: Json; order_id: string }
        Returns: Json
      }
      record_stock: {
        Args: { movement: Json; product_id: string }
        Returns: Json
      }
      refund_to_send_kobo: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: number
      }
      reissue_guest_link: {
        Args: { reason: string; record_id: string; record_type: string; token_hash: string }
        Returns: Json
      }
      reject_payment_claim: {
        Args: { order_id: string }
        Returns: Json
      }
      renew_consent: {
        Args: { purpose: string; record_id?: string }
        Returns: number
      }
      renew_tracked_consent: {
        Args: { purpose: string; token_hash: string }
        Returns: number
      }
      reopen_order: {
        Args: { order_id: string; reason: string }
        Returns: string
      }
      request_correction: {
        Args: { message?: string; notes: Json; record_id: string; record_type: string }
        Returns: number
      }
      request_corrections: {
        Args: { message?: string; notes: Json; record_ids: string[]; record_type: string }
        Returns: Json
      }
      request_newsletter: {
        Args: { request: Json }
        Returns: undefined
      }
      request_stock_alert: {
        Args: { request: Json }
        Returns: undefined
      }
      resend_mail: {
        Args: { id: string }
        Returns: undefined
      }
      resolve_order_dispute: {
        Args: { answer: Json; order_id: string }
        Returns: Json
      }
      resubmit_registration: {
        Args: { answers: Json; context: Json; record_id: string; record_type: string; sealed: Json }
        Returns: Json
      }
      reveal_secret: {
        Args: { field: string; reason: string; record_id: string; record_type: string }
        Returns: string
      }
      save_cart: {
        Args: { items: Json }
        Returns: Database['public']['Tables']['cart_items']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'cart_items'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      save_draft: {
        Args: { changes: Json; expected_updated_at?: string; id: string; title: string }
        Returns: string
      }
      save_legal_text: {
        Args: { expected_updated_at?: string; kind: string; sections: Json }
        Returns: string
      }
      search_audit: {
        Args: { actor?: string; before_id?: number; kind?: string; max_rows?: number; only_access?: boolean; search?: string; since?: string; subject?: string; until?: string }
        Returns: Record<string, unknown>[]
      }
      search_buyer_attempts: {
        Args: { before_id?: number; max_rows?: number; only_event?: string; search?: string; since?: string; until?: string }
        Returns: Database['public']['Tables']['audit_events']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'audit_events'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_everything: {
        Args: { max_rows?: number; query: string }
        Returns: Json
      }
      search_products: {
        Args: { category?: string; page_offset?: number; page_size?: number; query?: string; sort?: string }
        Returns: Database['public']['Tables']['products']['Row'][]
        SetofOptions: {
          from: '*'
          to: 'products'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_sign_ins: {
        Args: { actor?: string; before_at?: string; before_id?: string; everybody?: boolean; max_rows?: number; only_failed?: boolean; since?: string; until?: string }
        Returns: Record<string, unknown>[]
      }
      send_credit_draft: {
        Args: { order_id: string; path: string }
        Returns: undefined
      }
      send_order_document: {
        Args: { document_id: string }
        Returns: undefined
      }
      send_order_message: {
        Args: { body: string; context?: Json; order_id: string }
        Returns: number
      }
      send_record_message: {
        Args: { attempt: string; body: string; files?: string[]; mark_answered?: boolean; record_id: string; record_type: string }
        Returns: number
      }
      send_settlement_code: {
        Args: { proposal_id: string }
        Returns: undefined
      }
      send_tracked_link: {
        Args: { phone: string; reference: string }
        Returns: string
      }
      set_credit_terms: {
        Args: { expected?: string; order_id: string; reason: string }
        Returns: undefined
      }
      set_letter_of_credit: {
        Args: { details: Json; order_id: string }
        Returns: undefined
      }
      set_role_permission: {
        Args: { is_granted: boolean; permission: string; role: string }
        Returns: undefined
      }
      settle_remainder: {
        Args: { details: Json; order_id: string }
        Returns: Json
      }
      settlement_ways: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      standing: {
        Args: { document: Database['public']['Tables']['order_documents']['Row'] }
        Returns: string
      }
      start_export: {
        Args: { filters?: Json; format: string; list: string; unmasked?: boolean }
        Returns: boolean
      }
      submit_contact_message: {
        Args: { about?: Json; idempotency_key: string; request: Json }
        Returns: Json
      }
      submit_job_application: {
        Args: { cv: Json; idempotency_key: string; request: Json }
        Returns: Json
      }
      submit_order: {
        Args: { idempotency_key: string; request: Json }
        Returns: Json
      }
      submit_partnership: {
        Args: { idempotency_key: string; request: Json }
        Returns: Json
      }
      submit_registration: {
        Args: { answers: Json; context: Json; form: string; sealed: Json }
        Returns: Json
      }
      suppress_address: {
        Args: { email: string; reason: string }
        Returns: undefined
      }
      swap_order_products: {
        Args: { first_id: string; second_id: string }
        Returns: undefined
      }
      to_ring: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: string
      }
      told_by: {
        Args: { '': Database['public']['Tables']['orders']['Row'] }
        Returns: string
      }
      track_market_order: {
        Args: { token_hash: string }
        Returns: Json
      }
      track_registration: {
        Args: { token_hash: string }
        Returns: Json
      }
      training_enrolments: {
        Args: { '': Database['public']['Views']['record_page']['Row'] }
        Returns: Database['public']['Tables']['training_enrolments']['Row'][]
        SetofOptions: {
          from: 'record_page'
          to: 'training_enrolments'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      undo_correction: {
        Args: { request_id: number }
        Returns: undefined
      }
      undo_corrections: {
        Args: { request_ids: number[] }
        Returns: Json
      }
      undo_decision: {
        Args: { event_id: number }
        Returns: undefined
      }
      undo_decisions: {
        Args: { event_ids: number[] }
        Returns: Json
      }
      unsubscribe_newsletter: {
        Args: { token: string }
        Returns: boolean
      }
      verify_document: {
        Args: { code: string }
        Returns: Json
      }
      waiting_quote_obstacle: {
        Args: { quote_id: string }
        Returns: string
      }
      watch_stock: {
        Args: { product_id: string; wanted?: boolean }
        Returns: boolean
      }
      why_quote_waits: {
        Args: { quote_id: string }
        Returns: string[]
      }
      withdraw_consent: {
        Args: { purpose: string; record_id?: string }
        Returns: number
      }
      withdraw_invitation: {
        Args: { id: string }
        Returns: undefined
      }
      withdraw_market_order: {
        Args: { context: Json; order_id: string }
        Returns: Json
      }
      withdraw_settlement_account: {
        Args: { proposal_id: string }
        Returns: undefined
      }
      withdraw_tracked_consent: {
        Args: { purpose: string; token_hash: string }
        Returns: number
      }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}

type Tables = Database['public']['Tables']

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Tables[Table]['Row']
