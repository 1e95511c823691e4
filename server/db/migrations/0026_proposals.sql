CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"wish" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"done" integer,
	"of" integer,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"problem" text,
	"answer" jsonb,
	"axes" jsonb,
	"scores" "bytea",
	CONSTRAINT "proposals_state_known" CHECK ("proposals"."state" in ('running', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_made" ON "proposals" USING btree ("made_at","id");