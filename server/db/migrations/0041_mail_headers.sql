DROP INDEX "emails_search";--> statement-breakpoint
ALTER TABLE "email_events" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "headers" jsonb;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(to_address || chr(10) || to_name || chr(10) || subject)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "emails_search" ON "emails" USING gin ("searched" gin_trgm_ops);